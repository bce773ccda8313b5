"""The runner: tests, suites and scenarios, as files say and as they are carried out."""
