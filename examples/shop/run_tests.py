"""Run the shop's tests with unittest and write a CTRF report: any runner can be connected to hardwon like this."""

import json
import sys
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).parent


class Report(unittest.TestResult):
    def __init__(self) -> None:
        super().__init__()
        self.tests: list[dict[str, object]] = []

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self._started = time.perf_counter()

    def stopTest(self, test: unittest.TestCase) -> None:
        failed = any(each is test for each, _ in self.failures + self.errors)
        file = Path(sys.modules[type(test).__module__].__file__ or "").relative_to(ROOT)
        self.tests.append(
            {
                "name": f"{type(test).__name__}.{test._testMethodName}",  # noqa: SLF001 - unittest has no other way
                "status": "failed" if failed else "passed",
                "duration": round((time.perf_counter() - self._started) * 1000, 3),
                "filePath": file.as_posix(),
            }
        )
        super().stopTest(test)


def main(report_file: str) -> int:
    sys.path.insert(0, str(ROOT))
    sys.dont_write_bytecode = True
    report = Report()
    for folder in sorted((ROOT / "tests").iterdir()):
        if folder.is_dir():
            unittest.TestLoader().discover(str(folder), top_level_dir=str(folder)).run(report)
    summary = {"tests": len(report.tests), "failed": sum(test["status"] == "failed" for test in report.tests)}
    document = {"results": {"tool": {"name": "unittest"}, "summary": summary, "tests": report.tests}}
    Path(report_file).write_text(json.dumps(document, indent=2))
    return 1 if summary["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
