import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigProblem, readConfig, readRateLimits } from '../src/config.ts'
import { defaultRateLimits, parseRateLimit } from '../src/domain/rate-limit.ts'
import { formatVariable } from '../src/setting.ts'
import { everySetting } from '../src/settings.ts'
import { makeFolder } from './support/folder.ts'

type GivenSources = NonNullable<Parameters<typeof readConfig>[0]>

const read = (asked: GivenSources = {}) => readConfig({ environment: {}, ...asked })

function problemOf(asked: GivenSources): ConfigProblem {
  try {
    read(asked)
  } catch (fault) {
    if (fault instanceof ConfigProblem) return fault
    throw fault
  }
  throw new Error('The configuration was accepted.')
}

describe('the order of values', () => {
  test('prefers a flag to the environment, a secret file, the TOML file and the default', () => {
    using folder = makeFolder()
    writeFileSync(folder.at('level'), 'error\n')
    writeFileSync(folder.at('charabanc.toml'), 'log_level = "warn"\n')
    const places = [
      { defaults: { dataDir: folder.path } },
      { environment: { CHARABANC_LOG_LEVEL_FILE: folder.at('level') } },
      { environment: { CHARABANC_LOG_LEVEL_FILE: folder.at('level'), CHARABANC_LOG_LEVEL: 'debug' } },
      {
        environment: { CHARABANC_LOG_LEVEL_FILE: folder.at('level'), CHARABANC_LOG_LEVEL: 'debug' },
        flags: { 'log-level': 'trace' },
      },
    ]
    const found = [read(), ...places.map((place) => read({ defaults: { dataDir: folder.path }, ...place }))]

    expect(found.map((config) => config.logLevel)).toEqual(['info', 'warn', 'error', 'debug', 'trace'])
    expect(found.map((config) => config.origins.logLevel)).toEqual([
      { source: 'default', name: '', shown: 'info' },
      { source: 'config file', name: `log_level in ${folder.at('charabanc.toml')}`, shown: 'warn' },
      { source: 'secret file', name: `CHARABANC_LOG_LEVEL_FILE (${folder.at('level')})`, shown: 'error' },
      { source: 'environment', name: 'CHARABANC_LOG_LEVEL', shown: 'debug' },
      { source: 'flag', name: '--log-level', shown: 'trace' },
    ])
  })

  test('prefers any given value to a command’s own default', () => {
    expect(read({ defaults: { payments: 'sandbox' } }).payments).toBe('sandbox')
    expect(read({ defaults: { payments: 'sandbox' }, environment: { CHARABANC_PAYMENTS: 'manual' } }).payments).toBe('manual')
  })

  test('treats an empty variable as missing', () => {
    expect(read({ environment: { CHARABANC_LISTEN: '', CHARABANC_SMTP_URL: '' } })).toMatchObject({
      listen: { host: '127.0.0.1', port: 8787 },
      smtpUrl: null,
    })
  })
})

describe('the TOML file', () => {
  test('is read from the data folder, wherever that is set', () => {
    using folder = makeFolder()
    mkdirSync(folder.at('data'))
    writeFileSync(
      folder.at('data/charabanc.toml'),
      'listen = "127.0.0.1:1"\nwebhook_waits = [1, 2.5]\nwebhook_allow_http = true\nclosing_hours = 12\n',
    )

    const config = read({ environment: { CHARABANC_DATA_DIR: folder.at('data') } })

    expect(config).toMatchObject({
      listen: { host: '127.0.0.1', port: 1 },
      webhookWaitsMs: [1_000, 2_500],
      webhookAllowHttp: true,
      closingHours: 12,
    })
  })

  test('is only the named one, which may set the data folder', () => {
    using folder = makeFolder()
    writeFileSync(folder.at('charabanc.toml'), 'log_level = "warn"\n')
    writeFileSync(folder.at('mine.toml'), `data_dir = "${folder.path}"\n`)

    for (const asked of [
      { flags: { config: folder.at('mine.toml') } },
      { environment: { CHARABANC_CONFIG: folder.at('mine.toml') } },
    ]) {
      expect(read(asked)).toMatchObject({ dataDir: folder.path, logLevel: 'info' })
    }
  })

  test.each([
    ['lisen = "127.0.0.1:1"', 'lisen is not a setting. Did you mean listen?'],
    ['data_dir = "/tmp"', 'data_dir selects the file, so the file cannot contain it.'],
    ['[listen]\nport = 1', 'listen must be a string, a number, true, false or a list of these.'],
    ['listen = = 1', 'cannot be read ('],
    ['listen = 8787', '"8787" is not host:port'],
  ])('is refused: %j', (written, sentence) => {
    using folder = makeFolder()
    writeFileSync(folder.at('charabanc.toml'), written)

    expect(problemOf({ flags: { 'data-dir': folder.path } }).message).toContain(sentence)
  })

  test('must exist if it was named', () => {
    expect(problemOf({ flags: { config: '/nowhere/charabanc.toml' } }).problems).toEqual([
      '/nowhere/charabanc.toml does not exist.',
    ])
  })
})

describe('invalid settings', () => {
  test('report an unknown variable with the nearest name, and all other problems together', () => {
    const { problems, missing } = problemOf({
      environment: { CHARABANC_LISTN: 'x', CHARABANC_LISTEN: 'y', CHARABANC_STRIPE_KEY_FILE: '/nowhere/key', OTHER_LISTN: 'z' },
    })

    expect(missing).toBe(false)
    expect(problems).toEqual([
      'CHARABANC_LISTN is not a setting. Did you mean CHARABANC_LISTEN?',
      'CHARABANC_LISTEN: "y" is not host:port, such as 127.0.0.1:8787.',
      'CHARABANC_STRIPE_KEY_FILE: /nowhere/key cannot be read (ENOENT).',
    ])
  })

  test('name the variable of a bad value and its source, and never repeat a secret', () => {
    expect(problemOf({ flags: { payments: 'gold' } }).problems).toEqual([
      'CHARABANC_PAYMENTS (from --payments): "gold" is not one of manual, sandbox, stripe.',
    ])
    expect(problemOf({ environment: { CHARABANC_MASTER_KEY: 'hunter2' } }).message).not.toContain('hunter2')
  })

  test('report Stripe without its key as missing, not as invalid', () => {
    const environment = { CHARABANC_PAYMENTS: 'stripe' }

    expect(problemOf({ environment })).toMatchObject({ missing: true })
    expect(read({ environment: { ...environment, CHARABANC_STRIPE_KEY: 'sk_test_1' } }).stripeKey).toBe('sk_test_1')
  })

  test('refuse a clock file outside of test mode', () => {
    const environment = { CHARABANC_CLOCK_FILE: '/tmp/clock' }

    expect(problemOf({ environment }).message).toContain('CHARABANC_LAB=1')
    expect(read({ environment: { ...environment, CHARABANC_LAB: '1' } }).clockFile).toBe('/tmp/clock')
  })
})

describe('the result', () => {
  test('is frozen at every level', () => {
    const config = read({ environment: { CHARABANC_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') } })

    expect(
      [config, config.listen, config.webhookWaitsMs, config.webhookAllow.networks, config.origins, config.origins.lab].every(
        Object.isFrozen,
      ),
    ).toBe(true)
    expect(config.masterKey).toHaveLength(32)
  })

  test('can be passed to another thread', () => {
    const config = read()

    expect(structuredClone(config)).toEqual(config)
  })

  test('never shows a secret', () => {
    const secrets = {
      CHARABANC_STRIPE_KEY: 'sk_live_1',
      CHARABANC_SMTP_URL: 'smtp://me:hunter2@mail',
      CHARABANC_SMS_URL: 'https://sms/?key=hunter2&to={phone}&text={message}',
    }
    const { origins } = read({ environment: { ...secrets, CHARABANC_DATABASE_URL: 'postgres://me:hunter2@db/charabanc' } })

    expect([origins.stripeKey, origins.smtpUrl, origins.smsUrl, origins.databaseUrl].map(({ shown }) => shown)).toEqual(
      Array(4).fill('********'),
    )
  })

  test('has the documented defaults', () => {
    const { origins, masterKey, ...config } = read()

    expect(masterKey).toBeNull()
    expect(config).toMatchObject({
      dataDir: resolve('charabanc-data'),
      payments: 'manual',
      webhookWaitsMs: [10_000, 30_000, 120_000, 300_000, 900_000, 3_600_000],
      webhookTimeoutMs: 10_000,
      webhookAllowHttp: false,
      webhookHeaderPrefix: 'X-Service-',
      closingHours: 24,
      lab: false,
    })
    expect(origins.baseUrl).toEqual({ source: 'default', name: '', shown: null })
  })

  test('holds the rate limit of every bucket', () => {
    const usual = Object.fromEntries(Object.entries(defaultRateLimits).map(([bucket, text]) => [bucket, parseRateLimit(text)]))

    expect<object>(readRateLimits(read())).toEqual(usual)
    expect(readRateLimits(read({ environment: { CHARABANC_LIMIT_READ: 'off', CHARABANC_LIMIT_SIGN_IN: '7/m' } }))).toMatchObject({
      read: [],
      sign_in: [{ limit: 7 }],
      sign_in_ip: [{ limit: 7 }],
    })
  })
})

test('gives every setting a unique name and a description', () => {
  const variables = everySetting.map(([, setting]) => formatVariable(setting))

  expect(new Set(variables).size).toBe(variables.length)
  for (const [name, { about }] of everySetting) expect(about, name).toMatch(/^[A-Z].*\.$/)
})

test.each([
  [{ CHARABANC_SMS_URL: 'https://sms.example/?to={phone}&text={message}' }, true],
  [{ CHARABANC_SMS_URL: 'https://sms.example/', CHARABANC_SMS_BODY: 'To={phone}&Body={message}' }, true],
  [{ CHARABANC_SMS_URL: 'https://sms.example/{phone}', CHARABANC_SMS_BODY: '{message}' }, true],
  [{ CHARABANC_SMS_URL: 'https://sms.example/?to={phone}' }, false],
  [{ CHARABANC_SMS_URL: 'https://sms.example/', CHARABANC_SMS_BODY: '{message}' }, false],
])('checks that an SMS address or body has number and text: %j', (environment, isGood) => {
  const reading = () => read({ environment })
  if (isGood) expect(reading).not.toThrow()
  else expect(reading).toThrow('CHARABANC_SMS_URL')
})
