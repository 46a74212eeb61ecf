import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { queryDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'
import { noRateLimits, ok, openMarket, statusAndCode } from '../support/market.ts'
import { startServer } from '../support/server.ts'
import { type StripeDouble, startStripe } from '../support/stripe/double.ts'

const wrongKey = 'sk_test_51Wrongwrongwrongwrong9876'
const liveKey = 'sk_live_51Livelivelivelivelive4321'

let stripe: StripeDouble

beforeAll(async () => {
  stripe = await startStripe()
})

afterAll(() => stripe.stop())

/** Settings for card payments with a double. */
function paying({ key, url }: Pick<StripeDouble, 'key' | 'url'> = stripe, more: Readonly<Record<string, string>> = {}) {
  return {
    CHARABANC_PAYMENTS: 'stripe',
    CHARABANC_STRIPE_KEY: key,
    CHARABANC_STRIPE_URL: url,
    CHARABANC_LISTEN: '127.0.0.1:0',
    ...more,
  }
}

/** The exit code and message of a start that is refused. */
async function refusedStart(dataDir: string, env: Readonly<Record<string, string>>) {
  const { exitCode, stdout, stderr } = await runExecutable(['serve'], { dataDir, env })
  expect(stdout).toBe('')
  for (const key of [stripe.key, wrongKey, liveKey]) expect(stderr).not.toContain(key)
  return { exitCode, stderr }
}

async function accountIn(dataDir: string) {
  const found = await queryDatabase<{ value: string }>(
    dataDir,
    "select value from server_settings where name = 'payment_account'",
  )
  return JSON.parse(found[0]?.value ?? 'null')
}

describe('settings that config check and serve refuse without creating anything', () => {
  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    [
      'a publishable key',
      { CHARABANC_STRIPE_KEY: 'pk_test_51Doublecharabanc1234' },
      /^charabanc: CHARABANC_STRIPE_KEY: the value is not a secret or restricted key of Stripe/,
    ],
    ['a value without a key', { CHARABANC_STRIPE_KEY: 'hunter2' }, /^charabanc: CHARABANC_STRIPE_KEY: the value is not a secret/],
    ['an address without TLS', { CHARABANC_STRIPE_URL: 'http://stripe.example' }, /^charabanc: CHARABANC_STRIPE_URL: http:/],
    [
      'a live key with a double',
      { CHARABANC_STRIPE_KEY: liveKey, CHARABANC_STRIPE_URL: 'http://127.0.0.1:1', CHARABANC_BASE_URL: 'https://hire.example' },
      /^charabanc: CHARABANC_STRIPE_URL: http:\/\/127\.0\.0\.1:1 does not begin with https/,
    ],
    [
      'a live key without a return address',
      { CHARABANC_STRIPE_KEY: liveKey, CHARABANC_STRIPE_URL: 'https://127.0.0.1:1' },
      /^charabanc: A live key requires a return address that begins with https:\/\/, and none is set\. Set CHARABANC_BASE_URL/,
    ],
    [
      'a live key with a return address without TLS',
      {
        CHARABANC_STRIPE_KEY: liveKey,
        CHARABANC_STRIPE_URL: 'https://127.0.0.1:1',
        CHARABANC_BASE_URL: 'https://hire.example',
        CHARABANC_STRIPE_RETURN_URL: 'http://www.dales.example/thanks',
      },
      /and http:\/\/www\.dales\.example\/thanks does not\./,
    ],
  ])('%s', async (_, wrong, sentence) => {
    using folder = makeFolder()
    for (const words of [['serve'], ['config', 'check']]) {
      const { exitCode, stdout, stderr } = await runExecutable(words, {
        dataDir: folder.at('data'),
        env: { ...paying(), ...wrong },
      })
      expect({ words, exitCode, stdout }).toEqual({ words, exitCode: 2, stdout: '' })
      expect(stderr).toMatch(sentence)
      expect(stderr).not.toMatch(/hunter2|Livelive|Doublechara/)
    }
    expect(existsSync(folder.at('data'))).toBe(false)
  })

  test('do not include a live key with the operator’s own return page', async () => {
    const live = { CHARABANC_STRIPE_KEY: liveKey, CHARABANC_STRIPE_RETURN_URL: 'https://www.dales.example/thanks' }
    expect(await runExecutable(['config', 'check'], { env: { CHARABANC_PAYMENTS: 'stripe', ...live } })).toMatchObject({
      exitCode: 0,
    })
  })
})

describe('the first start with card payments', () => {
  test('logs that a test key moves no money, and stores the account', async () => {
    await using server = await startServer({ env: paying() })
    await eventually(() => server.stderr.includes('Stripe test key in use; no money moves'))
    expect(await accountIn(server.dataDir)).toMatchObject({ isLive: false, id: expect.stringMatching(/^acct_/) })
    expect(await (await server.fetch('/readyz')).json()).toEqual({ data: { status: 'ready', lab: true } })
    expect(server.stdout + server.stderr).not.toContain(stripe.key)
  })

  test('is refused with a key that Stripe does not accept', async () => {
    await using server = await startServer({ isFile: true })
    await server.stop()
    const { exitCode, stderr } = await refusedStart(server.dataDir, paying({ key: wrongKey, url: stripe.url }))
    expect(exitCode).toBe(2)
    expect(stderr).toStartWith('charabanc: Stripe does not accept the key sk_test_…9876. Set CHARABANC_STRIPE_KEY to a key')
    expect(await accountIn(server.dataDir)).toBeNull()
  })

  test('works without an answer from Stripe, and the next start stores the account', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    {
      await using server = await startServer({
        isFile: true,
        dataDir,
        env: paying({ key: stripe.key, url: 'http://127.0.0.1:1' }),
      })
      await eventually(() => server.stderr.includes('Stripe does not answer'))
      expect(await accountIn(dataDir)).toEqual({ serverId: expect.any(String), isLive: false, id: null })
    }
    const { serverId } = await accountIn(dataDir)
    await using _ = await startServer({ isFile: true, dataDir, env: paying() })
    expect(await accountIn(dataDir)).toEqual({ serverId, isLive: false, id: expect.stringMatching(/^acct_/) })
  })

  test('works with a key that cannot read its account', async () => {
    await using narrow = await startStripe()
    narrow.fail('accounts.retrieveCurrent', '403', 9)
    await using server = await startServer({ isFile: true, env: paying(narrow) })
    await eventually(() => server.stderr.includes('cannot read its account'))
    expect(await (await server.fetch('/readyz')).json()).toEqual({ data: { status: 'ready', lab: true } })
  })
})

describe('a database of another key', () => {
  test('accepts a key of another mode or account only after config accept-account', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    await using other = await startStripe({ keys: ['rk_test_51Otherotherotherother5678'] })
    {
      await using _ = await startServer({ isFile: true, dataDir, env: paying() })
    }
    const first = await accountIn(dataDir)

    const live = {
      ...paying(),
      CHARABANC_STRIPE_KEY: liveKey,
      CHARABANC_STRIPE_URL: 'https://127.0.0.1:1',
      CHARABANC_BASE_URL: 'https://hire.example',
    }
    const mode = 'charabanc: This database belongs to a test key of Stripe, but sk_live_…4321 is a live key.'
    expect((await refusedStart(dataDir, live)).exitCode).toBe(2)
    for (const words of [['serve'], ['config', 'check'], ['payments', 'check', '1']]) {
      const { exitCode, stderr } = await runExecutable(words, { dataDir, env: live })
      expect({ words, exitCode, stderr: stderr.slice(0, mode.length) }).toEqual({ words, exitCode: 2, stderr: mode })
    }

    const { exitCode, stderr } = await refusedStart(dataDir, paying(other))
    expect(exitCode).toBe(2)
    expect(stderr).toStartWith(
      `charabanc: This database belongs to the Stripe account ${first.id}, but the key rk_test_…5678 belongs to acct_`,
    )
    expect(stderr).toContain('`charabanc config accept-account`')
    expect(await accountIn(dataDir)).toEqual(first)

    const accepted = await runExecutableJson<{ account: string }>(['config', 'accept-account'], { dataDir, env: paying(other) })
    expect(accepted).toEqual({
      account: expect.stringMatching(/^acct_/),
      mode: 'test',
      before: { account: first.id, mode: 'test' },
    } as never)
    expect(accepted.account).not.toBe(first.id)
    expect(await accountIn(dataDir)).toEqual({ serverId: first.serverId, isLive: false, id: accepted.account })
    await using server = await startServer({ isFile: true, dataDir, env: paying(other) })
    expect((await server.fetch('/livez')).status).toBe(200)
  })

  test('keeps its account during open payments and refunds, and lists their trips', async () => {
    await using other = await startStripe({ keys: ['rk_test_51Otherotherotherother5678'] })
    await using market = await openMarket({ isMute: true, isFile: true, env: paying() })
    const { dataDir } = market.server
    const dales = await market.operator()
    const bookWithCard = async () => {
      const trip = await market.trip([dales])
      return { trip, page: ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'card')).payment }
    }
    const open = await bookWithCard()
    const due = await bookWithCard()
    stripe.pay(due.page.url, 'refund_pending')
    ok(await due.trip.post('check-payment'))
    ok(await due.trip.cancel())
    await eventually(async () => ok(await due.trip.readTrip()).cancellation.refund_status === 'pending')
    await market.server.stop()
    const first = await accountIn(dataDir)

    const accept = (env: Readonly<Record<string, string>>) => runExecutable(['config', 'accept-account'], { dataDir, env })
    const refused = await accept(paying(other))
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
    expect(refused.stderr).toStartWith(
      `charabanc: The previous account has open payments, which no other account knows: ${open.trip.ref}, ${due.trip.ref}. Use a key of that account`,
    )
    expect(await accountIn(dataDir)).toEqual(first)
    expect(await accept(paying())).toMatchObject({ exitCode: 0 })

    await market.server.start()
    ok(await open.trip.cancelRequest())
    stripe.moveRefund(stripe.refunds().at(-1)?.id ?? '', 'succeeded')
    await market.advance(3_660)
    await eventually(async () => ok(await due.trip.readTrip()).cancellation.refund_status === 'refunded')
    await market.server.stop()
    expect(await accept(paying(other))).toMatchObject({ exitCode: 0 })
    expect((await accountIn(dataDir)).id).not.toBe(first.id)
  })

  test('accepts no account for a key that Stripe does not confirm, or without card payments', async () => {
    using folder = makeFolder()
    const options = (env: Readonly<Record<string, string>>) => ({ dataDir: folder.at('data'), env })
    const words = ['config', 'accept-account']
    const absent = await runExecutable(words, options(paying()))
    expect(absent).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('There is no charabanc database in') })
    expect(existsSync(folder.at('data'))).toBe(false)
    await runExecutableJson(
      ['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London'],
      options({}),
    )
    const silent = await runExecutable(words, options(paying({ key: stripe.key, url: 'http://127.0.0.1:1' })))
    expect(silent).toMatchObject({ exitCode: 75, stdout: '' })
    expect(await runExecutable(words, options(paying({ key: wrongKey, url: stripe.url })))).toMatchObject({
      exitCode: 2,
      stdout: '',
    })
    const manual = await runExecutable(words, options({}))
    expect(manual).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('CHARABANC_PAYMENTS is manual') })
  })
})

describe('a database that contradicts the settings', () => {
  test('is refused for an operator with a currency without card payments', async () => {
    using folder = makeFolder()
    const dataDir = folder.at('data')
    const account = ['operator', 'create', '--name', 'Reykjavik Rutur', '--currency', 'ISK', '--timezone', 'Atlantic/Reykjavik']
    const refused = await runExecutable(account, { dataDir, env: paying() })
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--currency: ISK is not available for card payments'),
    })
    await runExecutableJson(account, { dataDir })
    const { exitCode, stderr } = await refusedStart(dataDir, paying())
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(
      /accepts no card payments in these: ISK of OP-\w{5}\. Use a separate data folder with CHARABANC_PAYMENTS=manual/,
    )
    expect((await runExecutable(['config', 'check'], { dataDir, env: paying() })).exitCode).toBe(2)
  })

  test('is refused for open payments of another provider, with their trips', async () => {
    await using market = await openMarket({ isMute: true, isFile: true, env: paying() })
    const dales = await market.operator()
    const trip = await market.trip([dales])
    ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'card'))
    await market.server.stop()

    const { dataDir } = market.server
    const manual = { ...noRateLimits, CHARABANC_LISTEN: '127.0.0.1:0' }
    const { exitCode, stderr } = await refusedStart(dataDir, manual)
    expect(exitCode).toBe(2)
    expect(stderr).toStartWith(
      `charabanc: CHARABANC_PAYMENTS is manual, but stripe has open payments: ${trip.ref}. Use CHARABANC_PAYMENTS=stripe`,
    )
    expect(await runExecutable(['config', 'check'], { dataDir, env: manual })).toMatchObject({ exitCode: 2, stderr })

    await market.server.start()
    ok(await trip.cancelRequest())
    await market.server.stop()
    await using later = await startServer({ isFile: true, dataDir, env: manual })
    expect((await later.fetch('/livez')).status).toBe(200)
  })
})

describe('a key refused during operation', () => {
  test('is shown by /readyz from any thread, and the server stays ready and recovers', async () => {
    await using own = await startStripe()
    await using market = await openMarket({ isMute: true, isFile: true, env: paying(own) })
    const dales = await market.operator()
    const ready = async () => {
      const response = await market.server.fetch('/readyz')
      const { data } = (await response.json()) as { data: { status: string; payments?: string } }
      return data
    }
    const wellAndReady = { status: 'ready', lab: true }
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })

    own.fail('any', '401', 1_000)
    expect(statusAndCode(await trip.book(quoteId, 'card'))).toBe('503 unavailable')
    expect(await ready()).toEqual({ ...wellAndReady, payments: 'refused' })
    expect((await market.server.fetch('/readyz')).status).toBe(200)
    own.recover()
    ok(await trip.book(quoteId, 'card'))
    expect(await ready()).toEqual(wellAndReady)

    // Only the worker reads a page that the customer never returns from.
    own.fail('checkout.sessions.retrieve', '403', 1_000)
    await market.advance(60)
    await eventually(async () => (await ready()).payments === 'refused')
    own.recover()
    await market.advance(600)
    await eventually(async () => (await ready()).payments === undefined)
  })
})
