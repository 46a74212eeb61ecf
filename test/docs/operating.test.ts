import { describe, expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commands } from '../../src/cli/commands.ts'
import { exit } from '../../src/cli/exit.ts'
import { formatVariable } from '../../src/setting.ts'
import { everySetting } from '../../src/settings.ts'
import { runExecutable } from '../support/command-line.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { rawRequestStatus } from '../support/raw-request-status.ts'
import { codeBlocksIn, readRepositoryFile as read } from '../support/repository-pages.ts'
import { startServer } from '../support/server.ts'

const root = resolve(import.meta.dir, '../..')
const handbook = [
  'docs/operating.md',
  'docs/configuration.md',
  'docs/security.md',
  'docs/backup.md',
  'docs/scaling.md',
  'docs/README.md',
]

describe('the files in the handbook', () => {
  const files = handbook.slice(0, 2).flatMap((path) => codeBlocksIn(path, 'toml').map((text) => [path, text] as const))

  test.each(files)('shows in %s a configuration that the program accepts', async (_, text) => {
    using folder = makeFolder()
    // The check reads the certificate files, so files of the test replace the paths of a server.
    const here = text.replaceAll(/"\/[^"]+\/([^"/]+\.(?:pem|crt|key))"/g, (_whole, name: string) => {
      writeFileSync(folder.at(name), 'a certificate')
      return JSON.stringify(folder.at(name))
    })
    writeFileSync(folder.at('charabanc.toml'), here)

    expect(
      await runExecutable(['config', 'check', '--config', folder.at('charabanc.toml')], { dataDir: folder.path }),
    ).toMatchObject({
      exitCode: 0,
    })
  })

  test('finds the configuration files', () => expect(files.length).toBeGreaterThanOrEqual(5))

  test('exports every metric that the handbook names', async () => {
    await using server = await startServer({ env: { CHARABANC_METRICS_TOKEN: 'metrics' } })
    const metrics = await (await server.fetch('/metrics', { headers: { Authorization: 'Bearer metrics' } })).text()
    const named = [...read('docs/operating.md').matchAll(/`(charabanc_\w+)`/g)].map(([, name = '']) => name)

    expect(named.length).toBeGreaterThanOrEqual(2)
    expect(named.filter((name) => !metrics.includes(name))).toEqual([])
  })

  test('serves the server under a path with the nginx configuration, if nginx is installed', async () => {
    if (Bun.which('nginx', { PATH: '/usr/sbin:/usr/bin:/sbin' }) === null) return
    using folder = makeFolder()
    const port = freePort()
    const baseUrl = `http://127.0.0.1:${port}/coaches`
    const env = { CHARABANC_BASE_URL: baseUrl, CHARABANC_TRUSTED_PROXIES: '127.0.0.1', CHARABANC_LIMIT_ENQUIRY: 'off' }
    await using server = await startServer({ env })
    const [location = ''] = codeBlocksIn('docs/operating.md', 'nginx')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder.at(name)};`)
    writeFileSync(
      folder.at('nginx.conf'),
      `daemon off; pid ${folder.at('pid')}; error_log ${folder.at('error.log')}; worker_processes 1; events {}
      http { access_log off; ${temporary.join(' ')}
        server { listen 127.0.0.1:${port}; ${location.replaceAll('http://127.0.0.1:8787', server.url)} } }`,
    )
    const nginx = Bun.spawn(['/usr/sbin/nginx', '-c', folder.at('nginx.conf'), '-e', folder.at('error.log')], {
      stderr: 'inherit',
    })
    using _nginx = { [Symbol.dispose]: () => nginx.kill('SIGKILL') }

    const ready = await eventually(async () => (await fetch(`${baseUrl}/readyz`)).json())
    expect(ready).toEqual({ data: { status: 'ready', lab: true } })
    const { token } = await server.cliJson<{ token: string }>(['key', 'mint', '--platform', '--name', 'website'])
    const operators = await fetch(`${baseUrl}/platform/v1/operators`, { headers: { Authorization: `Bearer ${token}` } })
    expect(operators.status).toBe(200)
    expect(await rawRequestStatus(port, '/coaches/livez')).toBe('200')
    expect(await rawRequestStatus(port, '/coaches/..\\livez')).toBe('400')
    expect(await rawRequestStatus(port, '/coaches\\livez')).toBe('404')
    expect(await rawRequestStatus(port, '/coaches/x\\..\\livez')).toBe('400')
    nginx.kill()
    await nginx.exited
  })

  test('serves the server with the Caddy configuration, if Caddy is installed', async () => {
    const caddy = Bun.which('caddy', { PATH: '/usr/local/bin:/usr/bin:/bin' })
    if (caddy === null) return
    using folder = makeFolder()
    const port = freePort()
    await using server = await startServer()
    const [site = ''] = codeBlocksIn('docs/operating.md', 'caddyfile')
    const here = site.replace('coaches.example', `http://127.0.0.1:${port}`).replace('127.0.0.1:8787', server.url)
    writeFileSync(folder.at('Caddyfile'), `{\n    admin off\n    auto_https off\n}\n${here}`)
    const env = { XDG_DATA_HOME: folder.at('data'), XDG_CONFIG_HOME: folder.at('config') }
    const running = Bun.spawn([caddy, 'run', '--config', folder.at('Caddyfile')], { env, stdout: 'ignore', stderr: 'ignore' })
    using _caddy = { [Symbol.dispose]: () => running.kill('SIGKILL') }

    await eventually(async () => (await fetch(`http://127.0.0.1:${port}/livez`)).status === 200)
    expect(await rawRequestStatus(port, '/x/../livez')).toBe('200')
    expect(await rawRequestStatus(port, '/x\\..\\livez')).toBe('404')
    running.kill()
    await running.exited
  })
})

test('names only existing settings, commands and exit codes in the handbook', () => {
  const settings = everySetting.map(([, setting]) => formatVariable(setting))
  const known = (name: string) => settings.includes(name.replace(/_FILE$/, '')) || settings.includes(name)
  const words = commands.map((command) => command.words)
  const pages = [...handbook, 'README.md', 'packaging/charabanc.service', 'packaging/compose.yaml', 'Dockerfile']
  for (const page of pages) {
    const named = [...read(page).matchAll(/CHARABANC_[A-Z_]*[A-Z]\b(?!_)/g)].map(([name]) => name)
    expect({ page, unknown: named.filter((name) => !known(name) && name !== 'CHARABANC_LIMIT') }).toEqual({ page, unknown: [] })
    const called = [...read(page).matchAll(/`charabanc ([a-z][a-z ]*[a-z])/g)].map(([, typed = '']) => typed)
    const wrong = called.filter((typed) => !words.some((word) => typed === word || typed.startsWith(`${word} `)))
    expect({ page, wrong }).toEqual({ page, wrong: [] })
  }
  const rows = [...read('docs/operating.md').matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  expect(rows).toEqual(Object.values(exit))
})

test('lists every page in the index', () => {
  const pages = readdirSync(join(root, 'docs')).filter((name) => /\.(md|json)$/.test(name) && name !== 'README.md')

  expect(pages.filter((name) => !read('docs/README.md').includes(`](${name})`))).toEqual([])
})
