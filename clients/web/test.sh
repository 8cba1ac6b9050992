#!/usr/bin/env bash
# The tests of the bridge by Node, then those of the page in Chromium, driven by PyPI's playwright.
#
#     PAGINATOR=$PWD/.build/debug/paginator clients/web/test.sh
#
# PLAYWRIGHT_PYTHON names a Python that has playwright (default: python3), CHROMIUM the browser
# (default: /usr/bin/chromium).
set -euo pipefail
cd "$(dirname "$0")/test"

node --test ./*.test.js

python="${PLAYWRIGHT_PYTHON:-python3}"
export CHROMIUM="${CHROMIUM:-/usr/bin/chromium}"
if [[ ! -x "$CHROMIUM" ]]; then
  echo "skipped: the tests of the page, as $CHROMIUM is missing"
elif ! "$python" -c 'import playwright' 2>/dev/null; then
  echo "skipped: the tests of the page, as $python has no playwright"
elif [[ -z "${PAGINATOR:-}" ]]; then
  echo "skipped: the tests of the page, as PAGINATOR does not name the server"
else
  "$python" -B -m unittest discover --verbose
fi
