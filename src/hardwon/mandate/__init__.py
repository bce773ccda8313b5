"""The mandate: what an AI tester is told, so that it works where it matters.

Values in, text and parts out: no clock, no disk. The same state gives the same bytes. Whatever comes from the project
is quoted as data, and areas that have retired are not mentioned at all.
"""

from hardwon.mandate.composition import compose
from hardwon.mandate.parts import ChangeUnderTest, Mandate

__all__ = ["ChangeUnderTest", "Mandate", "compose"]
