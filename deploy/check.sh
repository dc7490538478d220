#!/usr/bin/env bash
# Checks the image and the chart on Debian as root, without a container engine: builds the Dockerfile, runs the image's
# own command in its own root folder (read-only, unprivileged, isolated from the rest of this machine), and renders the
# chart. Takes about five minutes. NODE_IMAGE: a base image to pull; default: one built here from Debian and our Node.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
. "$root/bin/prepare.sh"

[ "$(id -u)" = 0 ] || die 'The check mounts folders: run it as root.'
export DEBIAN_FRONTEND=noninteractive
quietly apt-get update
quietly apt-get install -y --no-install-recommends buildah debootstrap golang-go golang-github-masterminds-sprig-dev golang-gopkg-yaml.v3-dev
install_dependencies

work=$(mktemp -d)
pid=
finish() {
  [ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || true
  mountpoint -q "$work/root" && umount -R "$work/root"
  rm -rf "$work"
}
trap finish EXIT
cat >"$work/storage.conf" <<EOF
[storage]
driver = "vfs"
runroot = "$work/run"
graphroot = "$work/images"
EOF
export CONTAINERS_STORAGE_CONF=$work/storage.conf
build() { quietly buildah bud --isolation chroot "$@"; }

say 'The chart:'
for values in "$root"/deploy/helm/checks/*.yaml; do
  GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$work/go go run "$root/deploy/helm/render.go" "$root/deploy/helm/bellwether" "$values" >"$work/chart.yaml"
  (cd "$root" && node deploy/check-chart.ts "$work/chart.yaml") || die "  $(basename "$values"): see above"
  say "  $(basename "$values"): $(grep -c '^kind:' "$work/chart.yaml") objects, all in order"
done

base=${NODE_IMAGE:-}
if [ -z "$base" ]; then
  say 'A base image, made of Debian and our Node.'
  quietly debootstrap --variant=minbase --include=ca-certificates bookworm "$work/debian"
  npm=$(dirname "$(dirname "$(readlink -f "$(type -ap npm | tail -n 1)")")")
  cp "$(node -p process.execPath)" "$work/debian/usr/local/bin/node"
  mkdir -p "$work/debian/usr/local/lib/node_modules"
  cp -a "$npm" "$work/debian/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/debian/usr/local/bin/npm"
  cp -L /etc/ssl/certs/ca-certificates.crt "$work/debian/etc/ssl/certs/ca-certificates.crt"
  printf 'FROM scratch\nCOPY . /\nENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt\n' >"$work/Base"
  build -t localhost/node-here -f "$work/Base" "$work/debian"
  base=localhost/node-here
fi
say 'The image.'
build --build-arg NODE_IMAGE="$base" -t localhost/bellwether "$root"

say 'The image runs, read-only and as user 10001:'
box=$(buildah from --pull-never localhost/bellwether)
image=$(buildah mount "$box")
mkdir "$work/root" "$work/data"
chown 10001:10001 "$work/data"
mount --bind "$image" "$work/root"
mount -o remount,bind,ro "$work/root"
mount -t tmpfs -o mode=1777,size=256m tmpfs "$work/root/tmp"
mount -t proc proc "$work/root/proc"
mount -t tmpfs -o mode=755 tmpfs "$work/root/dev"
for device in null zero random urandom; do
  touch "$work/root/dev/$device"
  mount --bind "/dev/$device" "$work/root/dev/$device"
done
mkdir -m 1777 "$work/root/dev/shm"
mount --bind "$work/data" "$work/root/data"

port=4180
inside=(chroot --userspec=10001:10001 "$work/root" /usr/bin/env -i -C /app PATH=/usr/local/bin:/usr/bin:/bin
  NODE_ENV=production HOST=0.0.0.0 "PORT=$port" DATA_DIR=/data)

"${inside[@]}" APP_ENV=demo node server/main.ts all >"$work/out" 2>&1 &
pid=$!
for _ in $(seq 120); do
  grep -q '^ready ' "$work/out" && break
  kill -0 "$pid" 2>/dev/null || { cat "$work/out" "$work"/data/logs/*.log; die '  it ended'; }
  sleep 1
done
grep -q '^ready ' "$work/out" || { cat "$work/out"; die '  it is not ready after two minutes'; }
"${inside[@]}" node deploy/healthcheck.ts || die '  its health check fails'
say '  ready, and its health check says so'
status=$(curl -s -o "$work/answer" -w '%{http_code}' "http://127.0.0.1:$port/")
[ "$status" = 200 ] && grep -q '<div id="root"' "$work/answer" || die "  the start page answers $status"
say '  the start page is there'
"${inside[@]}" touch /app/x 2>/dev/null && die '  its root can be written'
say '  its root cannot be written'
kill -TERM "$pid"
for _ in $(seq 30); do kill -0 "$pid" 2>/dev/null || break; sleep 1; done
kill -0 "$pid" 2>/dev/null && die '  it does not stop within 30 s'
pid=
say '  it stops when asked'
"${inside[@]}" APP_ENV=production APP_URL=https://crm.example.com node server/main.ts web >"$work/out" 2>&1 &&
  die '  web starts without a database'
grep -q DATABASE_URL "$work/out" || die '  web without a database does not name DATABASE_URL'
say "  web without a database: $(tail -n 1 "$work/out")"
say 'All in order.'
