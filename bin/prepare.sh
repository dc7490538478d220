# Sourced by the commands beside it: installs the dependencies and builds the pages, each only when its inputs
# have changed. Afterward $root is the checkout and `node` the Node 24 among the dependencies.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
stamps=$root/node_modules/.bellwether

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# Without a writable home, npm and browsers get a cache in the checkout.
if [ ! -w "${HOME:-/nonexistent}" ]; then
  export HOME=$root/.cache/home
  mkdir -p "$HOME" || die "The checkout $root isn't writable by this user. Grant write access, or use your own copy."
fi

hash_of() { cat "$@" | cksum | tr -d ' '; }

# Runs a noisy command; its output is shown only when it fails.
quietly() {
  local log
  log=$(mktemp)
  if "$@" >"$log" 2>&1 </dev/null; then rm -f "$log"; return 0; fi
  cat "$log" >&2
  rm -f "$log"
  return 1
}

install_dependencies() {
  local wanted
  wanted=$(hash_of "$root/package-lock.json" "$root/.npmrc")-$(uname -sm | tr ' ' -)
  if [ "$(cat "$stamps/installed" 2>/dev/null)" != "$wanted" ]; then
    command -v node >/dev/null || die "Bellwether needs Node 20 or newer. Install it from https://nodejs.org and run this again."
    local major
    major=$(node -p 'process.versions.node.split(".")[0]')
    [ "$major" -ge 20 ] || die "Bellwether needs Node 20 or newer, but this is Node $major. Install a newer one from https://nodejs.org."
    say 'Installing dependencies (about half a minute).'
    (cd "$root" && NODE_ENV= quietly npm ci --include=dev --include=optional --no-audit --no-fund) ||
      die "Couldn't install the dependencies. See npm's messages above."
    [ -x "$root/node_modules/.bin/node" ] || (cd "$root" && quietly npm rebuild --ignore-scripts=false node) ||
      die "Couldn't install the dependency \"node\". Allow its install script and run this again."
    mkdir -p "$stamps" && printf '%s' "$wanted" >"$stamps/installed"
  fi
  export PATH=$root/node_modules/.bin:$PATH
}

# Sources of the pages, and of the client package that is built with them.
pages_stamp() {
  # A process for all files together: one for each took a second, and much longer on a busy computer.
  cd "$root" && find src index.html public vite.config.ts package-lock.json client bin/client server/openapi*.ts -type f -print0 2>/dev/null |
    LC_ALL=C sort -z | xargs -0 cksum | cksum | tr -d ' \n'
}

build_pages() {
  local wanted
  wanted=$(pages_stamp)
  if [ "$(cat "$root/dist/.built" 2>/dev/null)" != "$wanted" ]; then
    say 'Building the pages.'
    (cd "$root" && quietly vite build && quietly node bin/client.ts) || die "Couldn't build the pages. See the messages above."
    printf '%s' "$wanted" >"$root/dist/.built"
  fi
}
