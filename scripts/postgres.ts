import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresPrograms } from '../test/support/postgres-data-folder.ts'
import { runCommand } from './run-command.ts'

// `bun scripts/postgres.ts COMMAND …` runs a command with a PostgreSQL of its own on a socket, from Debian's packages, and its
// URL in CHARABANC_TEST_POSTGRES_URL. It exits with the command's exit code. The server and its data are deleted afterwards.

if (postgresPrograms === null) stop('PostgreSQL is not installed: apt-get install postgresql')
const home = mkdtempSync(join(tmpdir(), 'charabanc-postgres-'))
const data = join(home, 'data')

/** The port in the name of the socket. It is not the usual one, so that no test relies on that. */
const port = 5433

/** PostgreSQL refuses to run as root; every machine has this user. */
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []

let exitCode = 1
try {
  mkdirSync(data)
  if (isRoot) for (const folder of [home, data]) chownSync(folder, 65534, 65534)
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  const settings = {
    listen_addresses: "''",
    port,
    unix_socket_directories: home,
    max_connections: 600,
    fsync: 'off',
    recovery_init_sync_method: 'syncfs',
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  run('pg_ctl', 'start', '-w', '-D', data, '-l', join(home, 'log'), '-o', options.join(' '))
  exitCode = await runCommand({ CHARABANC_TEST_POSTGRES_URL: `postgres://postgres@localhost:${port}/postgres?host=${home}` })
} finally {
  if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', 'stop', '-w', '-m', 'immediate', '-D', data)
  rmSync(home, { recursive: true, force: true })
}
process.exit(exitCode)

function run(program: string, ...words: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync([...asNobody, join(postgresPrograms ?? '', program), ...words], {
    cwd: home,
    stdout: 'ignore',
  })
  if (exitCode !== 0) stop(`${program} left with ${exitCode}: ${stderr}`)
}

function stop(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
