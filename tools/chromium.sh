#!/usr/bin/env bash
# Finds a headless Chromium from the system packages for the page tests, or installs it if that needs
# no password, or prints the command to type. It never downloads a browser itself.
set -euo pipefail

found() {
    local name
    for name in chromium chromium-browser; do
        if command -v "$name" >/dev/null && "$name" --version >/dev/null 2>&1; then
            return 0
        fi
    done
    return 1
}

advise() {
    echo "The page tests need Chromium: type \"sudo apt-get update && sudo apt-get install -y chromium\" and then make test again (make test-core runs without)." >&2
    exit 1
}

found && exit 0
command -v apt-get >/dev/null || advise
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2>/dev/null || advise
    as_root=(sudo -n)
fi
echo "Installing Chromium for the page tests."
"${as_root[@]}" apt-get update -qq || advise
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null || advise
found || advise
