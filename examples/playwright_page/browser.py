"""A visit to the target: a browser of its own with one page, closed when the attempt is over."""

import os
import shutil
from contextlib import ExitStack
from urllib.parse import urlsplit

from playwright.sync_api import Error, Request, Route, sync_playwright

from hardwon import CannotRun

ON_PATH = ("chromium", "google-chrome", "google-chrome-stable")
PATIENCE = 5_000  # milliseconds for whatever the page is asked to do


class Visit:
    """hardwon calls `close` when the attempt ends, because the agent keeps the visit in `step.state`."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.actions = 0
        self.refused = ""  # where the page last wanted to go, outside the target
        self._open = ExitStack()
        try:
            playwright = self._open.enter_context(sync_playwright())
            browser = playwright.chromium.launch(executable_path=browser_path(), args=flags())
            context = self._open.enter_context(browser).new_context()
            context.set_default_timeout(PATIENCE)
            context.route("**/*", self._stay)
            self.page = context.new_page()
        except Error as error:
            self._open.close()
            remedy = "Install chromium, run `playwright install chromium`, or name a browser in HARDWON_BROWSER."
            raise CannotRun(f"No browser could be started: {first_line(error)}.", remedy=remedy) from error

    def start(self) -> None:
        """Be on the start page. If there is none, nothing can be said about any step."""
        try:
            self.load(self.url)
        except Error as error:
            raise CannotRun(f"{self.url} could not be loaded: {first_line(error)}.", remedy="Start it.") from error

    def load(self, url: str) -> None:
        self.actions += 1
        self.page.goto(url)

    def is_inside(self, url: str) -> bool:
        return urlsplit(url)[:2] == urlsplit(self.url)[:2]

    def picture(self) -> bytes | None:
        """What the page looks like, with what was typed into its fields: nothing in it is redacted."""
        try:
            return self.page.screenshot(type="jpeg", quality=70)
        except Error:
            return None  # the page is gone: the step has failed for that, not for want of a picture

    def close(self) -> None:
        self._open.close()

    def _stay(self, route: Route) -> None:
        """The page may fetch what it needs from anywhere; the visit itself does not leave the target.

        Playwright does not ask about redirects: one that leads out is seen only when it has, and the step fails then.
        """
        if is_visit(route.request) and not self.is_inside(route.request.url):
            self.refused = route.request.url
            route.abort("aborted")
        else:
            route.continue_()


def is_visit(request: Request) -> bool:
    """Whether a request is for a page as such, not for something in it: a frame is part of its page."""
    try:
        return request.is_navigation_request() and request.frame.parent_frame is None
    except Error:  # a new window has no frame yet
        return True


def browser_path() -> str | None:
    """The browser that is named or on PATH; None leaves it to Playwright, which has its own after an install."""
    return os.environ.get("HARDWON_BROWSER") or next(filter(None, map(shutil.which, ON_PATH)), None)


def flags() -> list[str]:
    """What a test needs of a browser. Chromium refuses to run its sandbox as root, as in most containers."""
    return ["--disable-gpu", "--disable-quic", "--disable-sync", *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def first_line(error: Error) -> str:
    return error.message.partition("\n")[0]
