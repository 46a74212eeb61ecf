import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const curl = resolve(import.meta.dir, '../processes/curl.ts')

/** Stand-ins for commands of the handbook that a test machine lacks or must not run. Each does the visible part. */
const standIns: Readonly<Record<string, string>> = {
  sudo: 'if [ "$1" = -u ]; then shift 2; fi\nexec "$@"',
  useradd: 'true',
  docker: 'true',
  npx: 'true',
  journalctl: 'true',
  // The test machine has no user to own the files.
  install: `words=()
while [ $# -gt 0 ]; do case "$1" in -o|-g) shift 2 ;; *) words+=("$1"); shift ;; esac; done
exec /usr/bin/install "\${words[@]}"`,
  litestream: 'cp "$(ls "$ROOT"/var/lib/charabanc/backups/*.sqlite | head -n 1)" "$3"',
  systemctl: `serve="$ROOT/usr/local/bin/charabanc"
unit="$ROOT/etc/systemd/system/charabanc.service"
stop() { kill "$(cat "$ROOT/pid")"; while kill -0 "$(cat "$ROOT/pid")" 2>/dev/null; do sleep 0.05; done; }
start() {
  [ -f "$unit" ] || { echo "there is no unit" >&2; exit 5; }
  : >"$ROOT/ready"
  CHARABANC_DATA_DIR="$ROOT/var/lib/charabanc" setsid "$serve" serve >"$ROOT/ready" 2>>"$ROOT/log" &
  echo $! >"$ROOT/pid"
  for patience in $(seq 1200); do grep -q listening "$ROOT/ready" && exit 0; sleep 0.05; done
  cat "$ROOT/log" >&2; exit 1
}
case "$1" in
  enable|start) start ;;
  restart) stop; start ;;
  stop) stop ;;
  status) kill -0 "$(cat "$ROOT/pid")" ;;
  daemon-reload) ;;
  *) echo "systemctl $1 is not known here" >&2; exit 1 ;;
esac`,
}

/** Writes each stand-in into `folder`; every call is recorded in `$ROOT/calls`. */
export function putStandIns(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, lines] of Object.entries(standIns)) {
    put(name, `echo "${name} $*" >>"$ROOT/calls"\n${lines}`)
  }
  if (Bun.which('curl') === null) put('curl', `exec ${process.execPath} ${curl} "$@"`)

  function put(name: string, lines: string): void {
    writeFileSync(join(folder, name), `#!/bin/bash\n${lines}\n`, { mode: 0o755 })
  }
}
