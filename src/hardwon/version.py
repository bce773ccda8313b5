"""The version of hardwon."""

VERSION = "0.1.0"
