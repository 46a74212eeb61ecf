import { chownSync, statSync, writeFileSync } from 'node:fs'
import type { Subprocess } from 'bun'
import type { Certificate } from './certificates.ts'
import { eventually } from './eventually.ts'
import { type Folder, makeFolder } from './folder.ts'
import { freePort } from './free-port.ts'
import { postgresPortOf } from './postgres.ts'
import { makePostgresDataFolder, postgresPrograms } from './postgres-data-folder.ts'

/** PgBouncer refuses to run as root; every machine has this user. */
const nobody = 65534
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []

/** A process that runs for one test, and its URL for a client of PostgreSQL. */
interface Daemon extends AsyncDisposable {
  readonly url: URL
}

/** The path of PgBouncer on this machine; null if it is not installed. */
export const pgBouncerPath = Bun.which('pgbouncer', { PATH: '/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin' })

/** Starts a PostgreSQL that accepts TCP connections at `localhost` and shows a certificate. */
export async function startTlsPostgres({ cert, key }: Certificate): Promise<Daemon> {
  const folder = makeFolder()
  const port = `${freePort()}`
  const { data, calling, serving } = makePostgresDataFolder(postgresPrograms ?? '', folder.path, 'secret')
  const { uid, gid } = statSync(data)
  for (const [name, text] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
    writeFileSync(`${data}/${name}`, text, { mode: 0o600 })
    chownSync(`${data}/${name}`, uid, gid)
  }
  const settings = { listen_addresses: 'localhost', port, ssl: 'on', fsync: 'off' }
  const child = Bun.spawn(serving(settings), { cwd: folder.path, stdout: 'ignore', stderr: 'ignore' })
  const asked = calling('pg_isready', '--quiet', '-h', folder.path, '-p', port)
  await eventually(() => Bun.spawnSync(asked, { cwd: folder.path }).exitCode === 0)
  return daemonOf(new URL(`postgres://postgres:secret@localhost:${port}/postgres`), child, folder)
}

/** Starts PgBouncer before a database that is reached over a socket in the file system. */
export async function startPgBouncer(url: string, mode: 'session' | 'transaction'): Promise<Daemon> {
  const folder = makeFolder()
  if (isRoot) chownSync(folder.path, nobody, nobody)
  const database = new URL(url)
  const settings = {
    listen_addr: '',
    unix_socket_dir: folder.path,
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: 30,
    logfile: folder.at('log'),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const target = `* = host=${database.searchParams.get('host')} port=${postgresPortOf(database)} user=${database.username}`
  const file = folder.at('pgbouncer.ini')
  writeFileSync(file, ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'))
  const child = Bun.spawn([...asNobody, pgBouncerPath ?? 'pgbouncer', '--quiet', file], { stdout: 'ignore', stderr: 'ignore' })
  await eventually(() =>
    Bun.file(folder.at('log'))
      .text()
      .then((text) => text.includes('process up')),
  )
  database.searchParams.set('host', folder.path)
  database.port = '6432'
  return daemonOf(database, child, folder)
}

function daemonOf(url: URL, child: Subprocess, folder: Folder): Daemon {
  return {
    url,
    async [Symbol.asyncDispose]() {
      // PostgreSQL closes all connections, and PgBouncer exits immediately.
      child.kill('SIGINT')
      await child.exited
      folder[Symbol.dispose]()
    },
  }
}
