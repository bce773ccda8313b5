#!/bin/sh
# A Chromium for the tests of examples/playwright_page, which are skipped without one: what is there, else Debian's.
for name in "$HARDWON_BROWSER" chromium google-chrome google-chrome-stable; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done
root="env DEBIAN_FRONTEND=noninteractive"
[ "$(id -u)" = 0 ] || root="sudo -n $root"
install="$root apt-get install -y --no-install-recommends chromium"
if command -v apt-get >/dev/null; then
  echo "There is no Chromium. Installing it, once: $install"
  { $install || { $root apt-get update && $install; }; } >/dev/null 2>&1 && exit 0
fi
echo "Chromium cannot be installed from here: the tests that need a browser are skipped. HARDWON_BROWSER can name one."
