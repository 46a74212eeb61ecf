import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { commands } from '../../src/cli/commands.ts'
import { runExecutable } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { makePostgresDatabase, postgresUrl } from '../support/postgres.ts'
import { rawRequestStatus } from '../support/raw-request-status.ts'
import { readRepositoryFile } from '../support/repository-pages.ts'
import { startServer } from '../support/server.ts'

type Service = {
  readonly image: string
  readonly command: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly networks?: readonly string[]
  readonly configs?: readonly { readonly source: string; readonly target: string }[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
}

type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly configs: Readonly<Record<string, { readonly content: string }>>
  readonly networks: Readonly<Record<string, { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } }>>
  readonly volumes: Readonly<Record<string, null>>
}

const compose = Bun.YAML.parse(readRepositoryFile('packaging/compose.yaml')) as Compose
const { services } = compose
const nodes = Object.entries(services).filter(([, { image }]) => image === 'charabanc')

/** The keys of a service and of the whole file that the Compose Specification allows and this test uses. */
const serviceKeys = `command configs depends_on environment healthcheck image network_mode networks ports read_only restart
  stop_grace_period volumes`.split(/\s+/)

/** A text as Compose reads it: replaces `${NAME:-else}` and `${NAME:?why}` with these variables. */
function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)\}/g, (_, name: string, otherwise?: string) => {
    const value = variables[name] ?? otherwise
    if (value === undefined) throw new Error(`${name} is missing`)
    return value
  })
}

const key = Buffer.alloc(32, 7).toString('base64')

function environmentOf(service: Service | undefined): Record<string, string> {
  const said = Object.entries(service?.environment ?? {})
  return Object.fromEntries(said.map(([name, value]) => [name, filledIn(value, { CHARABANC_MASTER_KEY: key })]))
}

test('uses only keys that Compose accepts, and declares exactly the names that it uses', () => {
  expect(Object.keys(compose).filter((name) => !name.startsWith('x-'))).toEqual(['services', 'configs', 'networks', 'volumes'])
  const all = Object.values(services)
  expect(all.flatMap((service) => Object.keys(service)).filter((name) => !serviceKeys.includes(name))).toEqual([])
  const named = (names: readonly string[]) => [...new Set(names)].sort()
  const mounts = all.flatMap(({ volumes = [] }) => volumes.map((one) => one.split(':')))
  expect(named(mounts.map(([name = '']) => name))).toEqual(Object.keys(compose.volumes).sort())
  expect(mounts.every(([, path = '']) => path.startsWith('/'))).toBe(true)
  expect(named(all.flatMap(({ networks = [] }) => networks))).toEqual(Object.keys(compose.networks))
  expect(named(all.flatMap(({ configs = [] }) => configs.map(({ source }) => source)))).toEqual(Object.keys(compose.configs))
  expect(named(all.flatMap(({ depends_on = {} }) => Object.keys(depends_on)))).toEqual(['postgres'])
  expect(services.postgres?.healthcheck?.test[0]).toBe('CMD')
})

test('runs two nodes that differ only in their folder, with settings that the program accepts', async () => {
  expect(nodes).toHaveLength(2)
  const [[first, one], [second, other]] = nodes as [[string, Service], [string, Service]]
  expect(JSON.parse(JSON.stringify(one).replaceAll(`"${first}:/data"`, `"${second}:/data"`))).toEqual(other)
  const words = commands.map((command) => command.words)
  for (const [, { command }] of nodes) expect(words).toContain(command.join(' '))
  const env = environmentOf(one)
  expect(env.CHARABANC_TRUSTED_PROXIES).toBe(compose.networks.inside?.ipam.config[0]?.subnet as string)
  expect(one.volumes).toContain(`socket:${new URL(env.CHARABANC_DATABASE_URL ?? '').searchParams.get('host')}`)
  using folder = makeFolder()
  const check = (databaseUrl: string | undefined) =>
    runExecutable(['config', 'check'], { dataDir: folder.path, env: { ...env, CHARABANC_DATABASE_URL: databaseUrl ?? '' } })
  // A wrong setting exits with 2. Here only the server in the URL is missing.
  const away = await check(env.CHARABANC_DATABASE_URL)
  expect(away).toMatchObject({ exitCode: 75, stderr: expect.stringContaining('charabanc at /socket cannot be reached') })
  if (postgresUrl !== null) {
    await using database = await makePostgresDatabase('empty')
    expect(await check(database.url)).toMatchObject({ exitCode: 0 })
  }
  expect(() => filledIn('${' + 'CHARABANC_MASTER_KEY:?is missing}', {})).toThrow('CHARABANC_MASTER_KEY')
})

test('runs each image with a command that the installed programs accept', async () => {
  expect(Object.values(services).map(({ image }) => image.replace(/:.*/, ''))).toEqual([
    'charabanc',
    'charabanc',
    'haproxy',
    'postgres',
  ])
  expect(services.balancer?.command.slice(-2)).toEqual(['-f', services.balancer?.configs?.[0]?.target as string])
  if (postgresUrl === null) return
  const [program = '', ...settings] = services.postgres?.command ?? []
  const [health = '', ...asked] = services.postgres?.healthcheck?.test.slice(1) ?? []
  await using database = await makePostgresDatabase('empty')
  const [server] = await database.ask(
    `select current_setting('data_directory') as folder, current_setting('unix_socket_directories') as socket,
      current_setting('port') as port`,
  )
  const programs = [...new Bun.Glob('/usr/lib/postgresql/*/bin').scanSync({ cwd: '/', absolute: true, onlyFiles: false })]
  const run = (name: string, ...words: readonly string[]) =>
    Bun.spawnSync([Bun.which(name, { PATH: programs.join(':') }) ?? name, ...words], { stdout: 'pipe', stderr: 'pipe' })
  const meant = settings.filter((word) => word !== '-c').map((word) => word.split('=') as [string, string])
  expect(meant.length).toBeGreaterThan(0)
  for (const [name, value] of meant) {
    const { exitCode, stdout, stderr } = run(program, '-C', name, '-D', String(server?.folder), ...settings)
    expect({ name, exitCode, stderr: `${stderr}` }).toMatchObject({ exitCode: 0 })
    if (/^\d+$/.test(value)) expect(`${stdout}`.trim()).toBe(value)
  }
  const here = asked.map((word) => word.replace('--host=127.0.0.1', `--host=${server?.socket}`))
  expect(run(health, ...here, `--port=${server?.port}`).exitCode).toBe(0)
  const initdb = `${run('initdb', '--help').stdout}`
  for (const word of services.postgres?.environment?.POSTGRES_INITDB_ARGS?.split(' ') ?? []) expect(initdb).toContain(word)
})

const haproxy = Bun.which('haproxy', { PATH: '/usr/local/sbin:/usr/sbin:/usr/bin' })

if (postgresUrl !== null && haproxy !== null) {
  test('serves from one node after the other is killed', async () => {
    using folder = makeFolder()
    await using database = await makePostgresDatabase('empty')
    const port = freePort()
    const baseUrl = `http://127.0.0.1:${port}`
    const env = {
      ...environmentOf(services.first),
      CHARABANC_DATABASE_URL: database.url,
      CHARABANC_BASE_URL: baseUrl,
      CHARABANC_TRUSTED_PROXIES: '127.0.0.1',
    }
    await using first = await startServer({ dataDir: folder.at('first'), env, isFile: true })
    await using second = await startServer({ dataDir: folder.at('second'), env, isFile: true })
    const here = { 'bind :8787': `bind 127.0.0.1:${port}`, 'first:8787': first.url.slice(7), 'second:8787': second.url.slice(7) }
    const settings = Object.entries(here).reduce(
      (text, [from, to]) => text.replace(from, to),
      compose.configs.balancer?.content ?? '',
    )
    const file = folder.at('haproxy.cfg')
    writeFileSync(file, settings)
    const words = services.balancer?.command.slice(1, -1) ?? []
    const running = Bun.spawn([haproxy, ...words, file], { stdout: 'ignore', stderr: 'ignore' })
    using _haproxy = { [Symbol.dispose]: () => running.kill() }
    await eventually(async () => (await fetch(`${baseUrl}/readyz`)).status === 200)
    const { token } = await first.cliJson<{ token: string }>(['key', 'mint', '--platform', '--name', 'website'])
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const create = async (nth: number) => {
      const body = JSON.stringify({ name: `Operator ${nth}`, currency_code: 'GBP', timezone: 'Europe/London' })
      const answer = await fetch(`${baseUrl}/platform/v1/operators`, {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': `${nth}` },
        body,
        // A kept connection breaks when its node dies, and a client must not resend the next POST on it.
        keepalive: false,
      })
      return answer.status
    }

    expect(await Promise.all([1, 2, 3, 4].map(create))).toEqual([201, 201, 201, 201])
    await first.kill()
    const after: number[] = []
    for (const nth of [5, 6, 7, 8, 9, 10]) after.push(await create(nth))
    expect(after).toEqual([201, 201, 201, 201, 201, 201])
    const listed = (await (await fetch(`${baseUrl}/platform/v1/operators`, { headers })).json()) as { data: unknown[] }
    expect(listed.data).toHaveLength(10)
    expect(await rawRequestStatus(port, '/platform\\v1/operators')).toBe('400')
  })
}
