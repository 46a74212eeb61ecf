import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { changeDatabase } from '../support/database.ts'
import { type Folder, makeFolder } from '../support/folder.ts'
import { hours, minutes, ok, openMarket } from '../support/market.ts'
import { type StripeDouble, startStripe } from '../support/stripe/double.ts'

interface Checked {
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  readonly mend: string | null
}

let stripe: StripeDouble
let folder: Folder
let dataDir: string

beforeAll(async () => {
  stripe = await startStripe({ account: { country: 'GB', default_currency: 'gbp' } })
  folder = makeFolder()
  dataDir = folder.at('data')
  await runExecutableJson(['operator', 'create', '--name', 'Dales Coaches', '--currency', 'GBP', '--timezone', 'Europe/London'], {
    dataDir,
  })
})

afterEach(() => stripe.recover())

afterAll(async () => {
  await stripe.stop()
  folder[Symbol.dispose]()
})

/** Runs the doctor, and returns its lines about payments and its exit code. */
async function examine(env: Readonly<Record<string, string>> = {}, words: readonly string[] = [], at = dataDir) {
  const settings = {
    CHARABANC_LISTEN: '127.0.0.1:0',
    CHARABANC_PAYMENTS: 'stripe',
    CHARABANC_STRIPE_KEY: stripe.key,
    CHARABANC_STRIPE_URL: stripe.url,
    ...env,
  }
  const { exitCode, stdout, stderr } = await runExecutable(['doctor', '--json', ...words], { dataDir: at, env: settings })
  const output = stdout + stderr
  expect(output).not.toContain(settings.CHARABANC_STRIPE_KEY)
  const checks: Checked[] = JSON.parse(stdout).checks.filter(({ check }: Checked) => check === 'payments')
  for (const { state, mend } of checks) expect({ state, hasHint: mend !== null }).toEqual({ state, hasHint: state !== 'ok' })
  return { exitCode, lines: checks.map(({ state, found }) => `${state}: ${found}`) }
}

const usual = {
  noDoubt: 'ok: No payment is in doubt.',
  test: 'warn: sk_test_…1234 is a test key: no money moves.',
  account: expect.stringMatching(/^ok: The account is acct_\w+, in GB, with the currency GBP\.$/),
  clock: expect.stringMatching(/^ok: The clock is \d+ s (ahead of|behind) Stripe's\.$/),
  silent: 'ok: Stripe sends no events: the server checks open payment pages every minute.',
}

test('reports the kind of a valid key, its account, the clock and the webhook secret', async () => {
  const { exitCode, lines } = await examine()
  expect({ exitCode, lines }).toEqual({
    exitCode: 0,
    lines: [usual.noDoubt, usual.test, usual.account, usual.clock, usual.silent],
  })
  const withSecret = await examine({ CHARABANC_STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh' })
  expect(withSecret.lines.at(-1)).toBe("ok: A secret verifies Stripe's calls to /stripe/events.")
})

test.each([
  ['401', 1, 'fail: Stripe refuses the key.'],
  ['403', 0, 'warn: The key works, but cannot read the account.'],
  ['hang_before', 1, expect.stringMatching(/^fail: 127\.0\.0\.1:\d+ does not answer within 5 s\.$/)],
] as const)('reports a Stripe that answers %s', async (fault, exitCode, line) => {
  stripe.fail('accounts.retrieveCurrent', fault, 9)
  const seen = await examine()
  expect(seen).toEqual({ exitCode, lines: [usual.noDoubt, usual.test, line, usual.silent] })
})

test('calls neither the provider nor a mail server under --offline', async () => {
  const before = stripe.calls.length
  const env = { CHARABANC_SMTP_URL: 'smtp://127.0.0.1:1' }
  expect(await examine(env, ['--offline'])).toEqual({
    exitCode: 0,
    lines: [usual.noDoubt, usual.test, 'ok: Stripe was not checked.', usual.silent],
  })
  expect(stripe.calls.length).toBe(before)
})

test('reports an account that cannot accept payments yet, or that converts to another currency', async () => {
  await using shut = await startStripe({ account: { charges_enabled: false } })
  const unready = await examine({ CHARABANC_STRIPE_URL: shut.url })
  expect(unready.exitCode).toBe(1)
  expect(unready.lines).toContainEqual(expect.stringMatching(/^fail: The account is .*It cannot accept payments yet\.$/))

  await using foreign = await startStripe({ account: { country: 'IE', default_currency: 'eur' } })
  const converting = await examine({ CHARABANC_STRIPE_URL: foreign.url })
  expect(converting.exitCode).toBe(0)
  expect(converting.lines).toContainEqual(
    expect.stringMatching(/^warn: Stripe converts payments of these operators into EUR, for a fee: OP-\w{5} \(GBP\)\.$/),
  )
})

test('reports a clock that is too far off for signed calls', async () => {
  await using early = await startStripe()
  early.advance(600_000)
  const { exitCode, lines } = await examine({ CHARABANC_STRIPE_URL: early.url })
  expect(exitCode).toBe(1)
  expect(lines).toContainEqual(
    expect.stringMatching(/^fail: The clock is (599|600|601) s behind Stripe's\. The server rejects its signed calls/),
  )
})

test('reports settings that prevent a start, without sending the key to the provider', async () => {
  const before = stripe.calls.length
  const { exitCode, lines } = await examine({ CHARABANC_STRIPE_URL: 'http://stripe.example' })
  expect({ exitCode, lines }).toEqual({
    exitCode: 1,
    lines: [usual.noDoubt, expect.stringMatching(/^fail: CHARABANC_STRIPE_URL/)],
  })
  expect(stripe.calls.length).toBe(before)
})

test('reports a key of another account, and open payments of another provider', async () => {
  await using own = await startStripe()
  const env = { CHARABANC_PAYMENTS: 'stripe', CHARABANC_STRIPE_KEY: own.key, CHARABANC_STRIPE_URL: own.url }
  await using market = await openMarket({ isMute: true, isFile: true, env })
  const dales = await market.operator()
  const trip = await market.trip([dales])
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'card'))
  await market.server.stop()
  const at = market.server.dataDir

  const other = await examine({}, [], at)
  expect(other.exitCode).toBe(1)
  expect(other.lines).toContainEqual(expect.stringMatching(/^fail: This database belongs to the Stripe account acct_\w+, but/))
  const manual = await examine({ CHARABANC_PAYMENTS: 'manual' }, [], at)
  expect(manual).toEqual({
    exitCode: 1,
    lines: [
      usual.noDoubt,
      expect.stringMatching(new RegExp(`^fail: CHARABANC_PAYMENTS is manual, but stripe has open payments: ${trip.ref}\\.`)),
    ],
  })
})

test('reports payments open for over an hour, and failed refunds', async () => {
  await using market = await openMarket({ isMute: true, isFile: true })
  const dales = await market.operator()
  const [open, failed] = [await market.bookedTrip(dales), await market.bookedTrip(dales)]
  const at = market.server.dataDir
  await market.server.stop()
  const lab = { CHARABANC_PAYMENTS: 'sandbox' }
  const since = (seconds: number) => Date.now() - seconds * 1_000
  const state = (trip: { readonly ref: string }, status: string, createdAt: number) =>
    changeDatabase(
      at,
      `UPDATE payments SET status = '${status}', created_at = ${createdAt} WHERE trip_id = (SELECT id FROM trips WHERE ref = '${trip.ref}')`,
    )
  await state(open, 'charging', since(minutes(30)))
  expect((await examine(lab, [], at)).lines).toEqual([usual.noDoubt])
  await state(open, 'charging', since(hours(2)))
  await state(failed, 'refund_failed', since(hours(2)))
  expect((await examine(lab, [], at)).lines).toEqual([
    usual.noDoubt,
    `warn: Open for more than an hour: 1 (${open.ref} charging).`,
    `warn: Refunds that failed: 1 (${failed.ref}).`,
  ])
})
