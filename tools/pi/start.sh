#!/bin/sh
# Installs the unit of the first start and, with the argument "now", starts it. Called from the boot partition by
# firstrun.sh, or by cloud-init at every start; may be called repeatedly.
set -e
card=$(dirname "$0")
# Errors here are reported by nothing else.
trap '[ $? -eq 0 ] || echo "The first start could not be prepared; write the card anew." >"$card/../companion-failed.txt"' EXIT
unit=companion-first-start.service
place=/etc/systemd/system
[ -e "$card/$unit" ] || exit 0
mkdir -p "$place/multi-user.target.wants"
cp "$card/$unit" "$place/$unit.new"
sync
mv "$place/$unit.new" "$place/$unit"
ln -sf "../$unit" "$place/multi-user.target.wants/$unit"
sync
if [ "$1" = now ]; then
    systemctl daemon-reload
    systemctl start --no-block "$unit"
fi
