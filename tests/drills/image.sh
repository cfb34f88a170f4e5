#!/usr/bin/env bash
# The steps of the Dockerfile where no container engine runs: as root on Debian, with debootstrap and uv.
#
# A fresh Debian in a folder takes the place of python:3.13-slim, its own Python the place of that one.
# Then, as docker-compose.yml has it: a user without rights and capabilities, a root file system that
# can't be written to, memory for its temporary files and /data, and the health check; Greenroom on its own Postgres.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=${1:-$(mktemp -d)/root}
bin=/opt/greenroom/bin

[ -x "$root/usr/bin/python3" ] ||
  debootstrap --variant=minbase --include=python3,python3-venv bookworm "$root" >/dev/null
rm -rf "$root/opt/greenroom" "$root/dist"
version=$(chroot "$root" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')

# the build: what the lock pins, then the wheel
chroot "$root" python3 -m venv /opt/greenroom
uv pip install -q --target "$root/opt/greenroom/lib/python$version/site-packages" \
  --python-version "$version" --constraints requirements.lock -r pyproject.toml
uv build -q --wheel --build-constraints requirements.lock --out-dir "$root/dist"
chroot "$root" sh -c "$bin/pip install -q --no-index --no-deps /dist/*.whl"

# the image: its user, its folder
chroot "$root" sh -c "id greenroom >/dev/null 2>&1 ||
  useradd --system --uid 10001 --no-create-home greenroom &&
  install -d -m 700 -o greenroom -g greenroom /data"

check=$(sed -n 's/^  CMD \["python", "-c", "\(.*\)"\]$/\1/p' Dockerfile)
cat >"$root/drill" <<EOF
set -eu
export PATH=$bin:\$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 GREENROOM_DATA_DIR=/data
export GREENROOM_LOG_FORMAT=json GREENROOM_HOST=127.0.0.1 HOME=/nonexistent
cd /data
! touch /opt/greenroom/x 2>/dev/null || { echo "the root can be written to"; exit 1; }
greenroom serve >/data/out 2>/data/log &
node=\$!
for _ in \$(seq 300); do python -c "$check" 2>/dev/null && break; sleep 0.2; done
python -c "$check" || { cat /data/log; exit 1; }
echo "healthy, as \$(id -un), with capabilities \$(sed -n 's/^CapEff:\s*//p' /proc/self/status)"
kill -TERM \$node
wait \$node
echo "ended in order; written: \$(ls /data | tr '\n' ' ')"
EOF

# the container: namespaces of its own, so the port is nobody else's
unshare --mount --net --pid --ipc --uts --fork --kill-child sh -eu -c "
  mount --make-rprivate /
  mount --bind $root $root
  mount -t tmpfs tmpfs $root/tmp -o mode=1777
  mount -t tmpfs tmpfs $root/data -o mode=700,uid=10001,gid=10001
  mount -t proc proc $root/proc
  mount --bind /dev $root/dev
  mount -o remount,bind,ro $root
  ip link set lo up
  exec chroot $root setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs \
    --bounding-set=-all --inh-caps=-all sh /drill"
