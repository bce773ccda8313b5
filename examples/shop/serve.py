"""The shop as a site of its own: python serve.py --port 8000 [--moved]. Stops with Ctrl+C."""

import argparse
import sys
import threading
from pathlib import Path


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port", type=int, default=8000, help="0 takes a free one")
    options.add_argument("--moved", action="store_true", help="start with things moved to other pages")
    given = options.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from storefront import serve  # noqa: PLC0415 - found only now, beside this file

    with serve(given.port, moved=given.moved) as site:
        print(site.url, flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print("Closed.")


if __name__ == "__main__":
    main()
