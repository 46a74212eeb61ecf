import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const packages = '/usr/lib/postgresql'

/** The folder of the newest server programs from Debian's packages; null if there are none. */
export const postgresPrograms = newestOf(existsSync(packages) ? readdirSync(packages) : [])

/** PostgreSQL refuses to run as root; every machine has this user. */
const nobody = 65534
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []

/** A data folder without a running server. */
export interface PostgresDataFolder {
  readonly data: string
  /** The command of one of its programs as the user who owns the data. */
  calling(program: string, ...words: string[]): string[]
  /** The command that serves it in the foreground, with these settings. */
  serving(settings: Readonly<Record<string, string>>): string[]
}

/**
 * Makes a data folder for PostgreSQL in `folder`, and gives `folder` to PostgreSQL's user. The superuser is `postgres`: without a
 * password on a socket in `folder`, otherwise with this one. Throws the error of initdb.
 */
export function makePostgresDataFolder(programs: string, folder: string, password: string): PostgresDataFolder {
  const [data, secret] = [join(folder, 'data'), join(folder, 'password')]
  mkdirSync(data)
  writeFileSync(secret, password, { mode: 0o600 })
  if (isRoot) for (const path of [folder, data, secret]) chownSync(path, nobody, nobody)
  const access = ['-U', 'postgres', '--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${secret}`]
  const calling = (program: string, ...words: string[]) => [...asNobody, join(programs, program), ...words]
  const made = Bun.spawnSync(calling('initdb', '-D', data, ...access, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'), {
    cwd: folder,
    stdout: 'ignore',
  })
  if (made.exitCode !== 0) throw new Error(`initdb left with ${made.exitCode}: ${made.stderr}`)
  return {
    data,
    calling,
    serving(settings) {
      const all = { unix_socket_directories: folder, unix_socket_permissions: '0700', ...settings }
      const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      return calling('postgres', '-D', data, ...options)
    },
  }
}

/** The packages of clients have a folder of the same name, without a server in it. */
function newestOf(versions: readonly string[]): string | null {
  const programs = versions.toSorted((one, other) => Number(other) - Number(one)).map((version) => join(packages, version, 'bin'))
  return programs.find((path) => existsSync(join(path, 'initdb'))) ?? null
}
