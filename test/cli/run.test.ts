import { describe, expect, spyOn, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { version } from '../../package.json'
import { commands as listed, loadCommands } from '../../src/cli/commands.ts'
import { toFlagName } from '../../src/cli/flag.ts'
import { runCli } from '../../src/cli/run.ts'
import { type CommandResult, runExecutable, runExecutableJson } from '../support/command-line.ts'
import { makeFolder } from '../support/folder.ts'

const commands = await loadCommands()

/** The result of a command line that is answered before a command runs, without a new process. */
async function answered(words: readonly string[]): Promise<CommandResult> {
  const output = { stdout: '', stderr: '' }
  const listening = (['stdout', 'stderr'] as const).map((name) =>
    spyOn(process[name], 'write').mockImplementation(((text: string, done: () => void) => {
      output[name] += text
      done()
      return true
    }) as typeof process.stdout.write),
  )
  const ran = async () => {
    throw new Error('The command ran.')
  }
  try {
    const idle = commands.map((command) => ({ words: command.words, load: async () => ({ ...command, run: ran }) }))
    return { exitCode: await runCli(words, idle), ...output }
  } finally {
    for (const one of listening) one.mockRestore()
  }
}

describe('the executable', () => {
  test('prints its version', async () => {
    expect(await runExecutable(['version'])).toEqual({ exitCode: 0, stdout: `charabanc ${version}\n`, stderr: '' })
    expect(await runExecutable(['--version'])).toMatchObject({ stdout: `charabanc ${version}\n` })
    expect(await runExecutableJson<object>(['version'])).toEqual({ version })
  })

  test('reads neither .env nor bunfig.toml of the current folder', async () => {
    using folder = makeFolder()
    writeFileSync(folder.at('.env'), 'CHARABANC_LOG_LEVEL=debug\nCHARABANC_NONSENSE=1\n')
    writeFileSync(folder.at('bunfig.toml'), 'preload = ["./foreign.ts"]\n')
    writeFileSync(folder.at('foreign.ts'), 'process.exit(99)\n')

    expect(await runExecutable(['config', 'check'], { cwd: folder.path })).toMatchObject({ exitCode: 0, stderr: '' })
  })
})

test('lists every command under its own words', () => {
  expect(listed.map(({ words }) => words)).toEqual(commands.map(({ words }) => words))
})

describe('help', () => {
  test.each(commands.map(({ words, about, examples }) => ({ words, about, example: `charabanc ${examples[0]}` })))(
    'shows the examples of $words first',
    async ({ words, about, example }) => {
      const { exitCode, stdout, stderr } = await answered([...words.split(' '), '--help'])

      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
      expect(stdout).toStartWith(`Examples:\n  ${example}\n`)
      expect(stdout).toContain(about)
      expect(await answered(['help', ...words.split(' ')])).toMatchObject({ stdout })
    },
  )

  test('is the same from the executable', async () => {
    const shown = await answered(['key', 'mint', '--help'])
    expect(await runExecutable(['key', 'mint', '--help'])).toEqual(shown)
    expect(await runExecutable(['help', 'key', 'mint'])).toEqual(shown)
  })

  test('lists every command, on stderr if no command was given', async () => {
    const asked = await runExecutable(['--help'])
    const forgotten = await runExecutable([])

    for (const { words } of commands) expect(asked.stdout).toContain(words)
    expect(forgotten).toEqual({ exitCode: 2, stdout: '', stderr: asked.stdout })
  })

  test('lists the commands of a group', async () => {
    const { exitCode, stderr } = await runExecutable(['config'])

    expect(exitCode).toBe(2)
    expect(stderr).toContain('config show')
    expect(stderr).not.toContain('version')
  })
})

describe('a mistyped command line', () => {
  test.each([
    [['verison'], 'There is no command "verison". Did you mean version?'],
    [
      ['config', 'check', '--listen', 'nowhere'],
      'CHARABANC_LISTEN (from --listen): "nowhere" is not host:port, such as 127.0.0.1:8787.',
    ],
  ])('is explained by the executable: %j', async (words, sentence) => {
    expect(await runExecutable(words)).toEqual({ exitCode: 2, stdout: '', stderr: `charabanc: ${sentence}\n` })
  })

  test.each([
    [['config', 'shwo'], 'There is no command "config shwo". Did you mean config show?'],
    [['xylophone'], 'There is no command "xylophone". `charabanc --help` lists them.'],
    [['config', 'check', '--lisen', 'x'], 'config check has no flag --lisen. Did you mean --listen?'],
    [['config', 'check', '--listen'], '--listen needs a value.'],
    [
      ['config', 'check', '--listen', '--json'],
      '--listen needs a value. Write --listen=--json for a value that begins with a dash.',
    ],
    [['config', 'check', '--lab=1'], '--lab has no value.'],
    [['config', 'check', '--port', '1'], 'config check has no flag --port. Did you mean --listen?'],
    [['config', 'check', 'now'], 'config check has no argument "now".'],
    [['version', '--listen', 'x'], 'version has no flag --listen.'],
    [['--json', 'version'], 'Put the command before its flags: --json cannot come first.'],
    [
      ['config', 'check', '--stripe-key', 'sk'],
      'Everyone on this machine could read --stripe-key. Use CHARABANC_STRIPE_KEY or CHARABANC_STRIPE_KEY_FILE.',
    ],
  ])('is explained in a sentence: %j', async (words, sentence) => {
    expect(await answered(words)).toEqual({ exitCode: 2, stdout: '', stderr: `charabanc: ${sentence}\n` })
  })
})

describe('a flag given twice', () => {
  /** The words of a command with a flag given twice; its value is the next word or follows "=". */
  function twice(words: string, flag: string, value: string | null): string[][] {
    const spaced = value === null ? [flag] : [flag, value]
    const joined = value === null ? [flag] : [`${flag}=${value}`]
    return [
      [...words.split(' '), ...spaced, ...spaced],
      [...words.split(' '), ...joined, ...spaced],
    ]
  }

  test.each(commands.map((command) => ({ words: command.words, command })))(
    'is refused for each flag of $words',
    async ({ words, command }) => {
      const own = Object.entries(command.flags)
        .filter(([, flag]) => !flag.isOperand && !flag.isRepeated)
        .map(([name, { placeholder }]) => ({ flag: toFlagName(name), value: placeholder === null ? null : 'x' }))
      const configured = [
        { flag: '--listen', value: '127.0.0.1:1' },
        { flag: '--webhook-allow-http', value: null },
      ]
      for (const { flag, value } of [...own, ...(command.configured ? configured : []), { flag: '--json', value: null }]) {
        for (const typed of twice(words, flag, value)) {
          const output = { exitCode: 2, stdout: '', stderr: `charabanc: Use ${flag} only once.\n` }
          expect({ typed, ...(await answered(typed)) }).toEqual({ typed, ...output })
        }
      }
    },
  )

  test('is refused by the executable', async () => {
    for (const typed of twice('config check', '--listen', '127.0.0.1:1')) {
      const output = { exitCode: 2, stdout: '', stderr: 'charabanc: Use --listen only once.\n' }
      expect({ typed, ...(await runExecutable(typed)) }).toEqual({ typed, ...output })
    }
  })

  test('is accepted if the flag allows several values', async () => {
    const repeated = commands.flatMap(({ words, flags }) =>
      Object.entries(flags).flatMap(([name, { isRepeated }]) => (isRepeated ? [`${words} ${toFlagName(name)}`] : [])),
    )
    expect(repeated).toContain('key mint --ability')

    using folder = makeFolder()
    const dataDir = folder.at('data')
    const { operator_ref } = await runExecutableJson<{ operator_ref: string }>(
      ['operator', 'create', '--name', 'Acme', '--currency', 'GBP', '--timezone', 'Europe/London'],
      { dataDir },
    )
    const words = ['key', 'mint', '--operator', operator_ref, '--name', 'K', '--ability', 'jobs:read', '--ability=quotes:write']
    expect(await runExecutableJson<object>(words, { dataDir })).toMatchObject({ abilities: ['jobs:read', 'quotes:write'] })
  })

  test('is refused for --help only on one command line', async () => {
    expect(await answered(['help', 'version', '--help'])).toMatchObject({ exitCode: 0 })
    expect(await answered(['version', '-h', '--help'])).toMatchObject({
      exitCode: 2,
      stderr: 'charabanc: Use --help only once.\n',
    })
  })
})

describe('config', () => {
  interface Shown {
    readonly data: readonly {
      readonly variable: string
      readonly value: string | null
      readonly source: string
      readonly from: string | null
    }[]
  }

  test('shows every value and its source', async () => {
    using folder = makeFolder()
    mkdirSync(folder.at('data'))
    writeFileSync(folder.at('data/charabanc.toml'), 'mail_from = "bookings@acme.example"\n')
    writeFileSync(folder.at('key'), 'sk_test_file\n')
    const env = {
      CHARABANC_CLOSING_HOURS: '12',
      CHARABANC_STRIPE_KEY_FILE: folder.at('key'),
      CHARABANC_SMTP_URL: 'smtp://me:hunter2@mail',
    }
    const words = ['config', 'show', '--payments', 'stripe', '--webhook-allow-http']
    const { data } = await runExecutableJson<Shown>(words, { dataDir: folder.at('data'), env })

    const of = (name: string) => data.find(({ variable }) => variable === `CHARABANC_${name}`)
    expect(of('PAYMENTS')).toMatchObject({ value: 'stripe', source: 'flag', from: '--payments' })
    expect(of('WEBHOOK_ALLOW_HTTP')).toMatchObject({ value: '1', source: 'flag' })
    expect(of('CLOSING_HOURS')).toMatchObject({ value: '12', source: 'environment', from: 'CHARABANC_CLOSING_HOURS' })
    expect(of('STRIPE_KEY')).toMatchObject({ value: '********', source: 'secret_file' })
    expect(of('MAIL_FROM')).toMatchObject({ value: 'bookings@acme.example', source: 'config_file' })
    expect(of('DATABASE_URL')).toMatchObject({ value: null, source: 'default', from: null })

    const { stdout } = await runExecutable(words, { dataDir: folder.at('data'), env })
    expect(stdout).toContain('CHARABANC_CLOSING_HOURS')
    expect(stdout).not.toMatch(/sk_test|hunter2/)
  })

  test('reports every fault with check', async () => {
    const { exitCode, stderr } = await runExecutable(['config', 'check'], {
      env: { CHARABANC_LISTN: '1', CHARABANC_LAB: 'perhaps' },
    })

    expect(exitCode).toBe(2)
    expect(stderr).toBe(
      'charabanc: CHARABANC_LISTN is not a setting. Did you mean CHARABANC_LISTEN?\ncharabanc: CHARABANC_LAB: "perhaps" is not 1 or 0.\n',
    )
  })

  test('suggests a setting for an unknown variable if one is similar', async () => {
    const hints = {
      CHARABANC_PORT: ' Did you mean CHARABANC_LISTEN?',
      CHARABANC_HOST: ' Did you mean CHARABANC_LISTEN?',
      CHARABANC_PORT_FILE: '',
      CHARABANC_NONSENSE: '',
      CHARABANC_TLS: '',
    }
    const env = Object.fromEntries(Object.keys(hints).map((variable) => [variable, '1']))
    const { exitCode, stderr } = await runExecutable(['config', 'check'], { env })
    expect({ exitCode, said: stderr.trim().split('\n').sort() }).toEqual({
      exitCode: 2,
      said: Object.entries(hints)
        .map(([variable, hint]) => `charabanc: ${variable} is not a setting.${hint}`)
        .sort(),
    })
  })

  test('reports all wrong and missing settings together, for every command that reads settings', async () => {
    using folder = makeFolder()
    const env = {
      CHARABANC_LISTEN: 'nowhere',
      CHARABANC_PAYMENTS: 'stripe',
      CHARABANC_TLS_CERT: '/none.crt',
      CHARABANC_DATABASE_URL: 'postgres://nobody@localhost',
    }
    const everywhere = [
      'charabanc: CHARABANC_LISTEN: "nowhere" is not host:port, such as 127.0.0.1:8787.',
      'charabanc: CHARABANC_PAYMENTS=stripe requires CHARABANC_STRIPE_KEY (or CHARABANC_STRIPE_KEY_FILE).',
      'charabanc: Set CHARABANC_TLS_CERT and CHARABANC_TLS_KEY together.',
    ]
    const database = 'charabanc: CHARABANC_DATABASE_URL must name a database: postgres://host/name.'
    for (const [words, more] of [
      [['serve'], [database]],
      [['config', 'check'], [database]],
      [['config', 'show'], []],
      [['healthcheck'], []],
      [['operator', 'list'], []],
      [['demo'], []],
    ] as const) {
      const { exitCode, stderr } = await runExecutable(words, { dataDir: folder.at('data'), env })
      expect({ words, exitCode, said: stderr.trim().split('\n').sort() }).toEqual({
        words,
        exitCode: 2,
        said: [...everywhere, ...more].sort(),
      })
    }
    expect(existsSync(folder.at('data'))).toBe(false)
  })

  test('reports missing settings together, and does not call an unreadable file missing', async () => {
    const { CHARABANC_STRIPE_KEY_FILE, ...env } = {
      CHARABANC_PAYMENTS: 'stripe',
      CHARABANC_TLS_KEY: '/none.key',
      CHARABANC_STRIPE_KEY_FILE: '/nowhere/key',
    }
    const pair = 'charabanc: Set CHARABANC_TLS_CERT and CHARABANC_TLS_KEY together.\n'
    const missing = await runExecutable(['config', 'check'], { env })
    expect(missing.exitCode).toBe(5)
    expect(missing.stderr).toBe(
      `charabanc: CHARABANC_PAYMENTS=stripe requires CHARABANC_STRIPE_KEY (or CHARABANC_STRIPE_KEY_FILE).\n${pair}`,
    )
    const unreadable = await runExecutable(['config', 'check'], { env: { ...env, CHARABANC_STRIPE_KEY_FILE } })
    expect(unreadable.exitCode).toBe(2)
    expect(unreadable.stderr).toBe(`charabanc: CHARABANC_STRIPE_KEY_FILE: /nowhere/key cannot be read (ENOENT).\n${pair}`)
  })

  test('exits with 5 for a missing setting', async () => {
    expect(await runExecutable(['config', 'check'], { env: { CHARABANC_PAYMENTS: 'stripe' } })).toMatchObject({ exitCode: 5 })
  })

  test('refuses a clock file outside test mode', async () => {
    expect(await runExecutable(['config', 'check'], { env: { CHARABANC_CLOCK_FILE: '/tmp/clock' } })).toMatchObject({
      exitCode: 2,
    })
  })
})

describe('a command that needs an installation', () => {
  const mayBeFirst = new Set([
    ...['serve', 'demo', 'operator create', 'restore', 'migrate', 'import', 'export'],
    ...['mail preview', 'doctor', 'healthcheck', 'config show', 'config check', 'openapi', 'routes', 'version'],
  ])
  const needing = commands.filter(({ words }) => !mayBeFirst.has(words)).map(({ examples: [example] }) => example)
  // SQLite, whatever database the other tests use.
  // Only card payments have an account.
  const env = { CHARABANC_DATABASE_URL: '', CHARABANC_PAYMENTS: 'stripe', CHARABANC_STRIPE_KEY: 'sk_test_51Qq' }
  const wordsOf = (line: string) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare)

  test.each(needing)('exits without creating anything if there is no installation: %s', async (example) => {
    using folder = makeFolder()
    mkdirSync(folder.at('empty'))
    for (const name of ['absent', 'empty']) {
      const words = wordsOf(example.replace(/ --data-dir \S+/, ''))
      const refused = await runExecutable(words, { cwd: folder.at('empty'), dataDir: folder.at(name), env })
      const stderr = `charabanc: There is no charabanc database in ${folder.at(name)}.\n`
      expect(refused).toEqual({ exitCode: 2, stdout: '', stderr })
    }
    expect(readdirSync(folder.path, { recursive: true })).toEqual(['empty'])
  })

  test('names the folder without an installation for import', async () => {
    using folder = makeFolder()
    const words = ['import', '--from', folder.at('absent'), '--to', 'postgres://me@127.0.0.1:1/x']
    const refused = await runExecutable(words, { dataDir: folder.at('own'), env })
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: `charabanc: There is no charabanc database in ${folder.at('absent')}.\n`,
    })
    expect(readdirSync(folder.path)).toEqual([])
  })

  test.each([
    ['operator create', ['operator', 'create', '--name', 'Dales', '--currency', 'GBP', '--timezone', 'Europe/London']],
    ['key mint --platform', ['key', 'mint', '--platform', '--name', 'website']],
    ['user create --platform', ['user', 'create', '--platform', '--email', 'kim@market.example', '--name', 'Kim Lee']],
  ])('can also be the first one for %s', async (_, words) => {
    using folder = makeFolder()
    expect(await runExecutable(words, { dataDir: folder.at('data'), env })).toMatchObject({ exitCode: 0 })
    expect(existsSync(folder.at('data/charabanc.sqlite'))).toBe(true)
  })
})
