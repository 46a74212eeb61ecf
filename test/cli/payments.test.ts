import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  goodCard,
  type Market,
  type OperatorClient,
  ok,
  openMarket,
  statusAndCode,
} from '../support/market.ts'
import { sandboxProviderOf } from '../support/sandbox-provider.ts'
import { type StripeDouble, startStripe } from '../support/stripe/double.ts'

interface Shown {
  readonly id: number
  readonly trip: string
  readonly kind: string
  readonly amount: number
  readonly status: string
  readonly status_before?: string
  readonly provider: string
}

/** The payments of a trip in `payments list`, newest first. */
async function listed({ server }: Market, { ref }: CustomerClient, words: readonly string[] = []): Promise<Shown[]> {
  const { data } = await server.cliJson<{ data: Shown[] }>(['payments', 'list', ...words])
  return data.filter(({ trip }) => trip === ref)
}

async function newest(market: Market, trip: CustomerClient): Promise<Shown> {
  const [first] = await listed(market, trip)
  if (first === undefined) throw new Error(`${trip.ref} has no payment.`)
  return first
}

describe('the payments command with card payments', () => {
  let stripe: StripeDouble
  let market: Market
  let dales: OperatorClient

  beforeAll(async () => {
    stripe = await startStripe()
    const env = { CHARABANC_PAYMENTS: 'stripe', CHARABANC_STRIPE_KEY: stripe.key, CHARABANC_STRIPE_URL: stripe.url }
    market = await openMarket({ isMute: true, env })
    dales = await market.operator()
  })

  afterEach(() => stripe.recover())

  afterAll(async () => {
    await market[Symbol.asyncDispose]()
    await stripe.stop()
  })

  /** A trip with its customer on the deposit page. */
  async function onPage() {
    const trip = await market.trip([dales])
    const { url } = ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' }), 'card')).payment
    return { trip, url, id: (await newest(market, trip)).id }
  }

  const checked = (id: number) => market.server.cliJson<Shown>(['payments', 'check', String(id)])

  test('lists payments with the provider’s references and without the page’s address', async () => {
    const { trip, url, id } = await onPage()
    const [session] = stripe.sessions().slice(-1)
    expect(await listed(market, trip, ['--open'])).toEqual([
      {
        id,
        trip: trip.ref,
        kind: 'deposit',
        amount: 12_800,
        currency_code: 'GBP',
        status: 'awaiting_customer',
        provider: 'stripe',
        since: expect.any(String),
        asked_at: null,
        fault: null,
        page_ref: session?.id,
        charge_ref: null,
        provider_ref: null,
        card: null,
      } as Shown,
    ])
    const { stdout } = await market.server.cli(['payments', 'list', '--open'])
    expect(stdout).toMatch(/^ID +TRIP +KIND +AMOUNT +STATUS +PROVIDER +SINCE +REFS$/m)
    expect(stdout).toMatch(new RegExp(`^${id} +${trip.ref} +deposit +£128.00 +awaiting_customer +stripe .*${session?.id}$`, 'm'))
    expect(stdout).not.toContain(url)
    ok(await trip.cancelRequest())
    expect(await listed(market, trip, ['--open'])).toEqual([])
    expect((await listed(market, trip)).map(({ status }) => status)).toEqual(['released'])
  })

  test('checks a payment while no server runs, and books the trip once it is paid', async () => {
    const { trip, url, id } = await onPage()
    await market.server.stop()
    expect(await checked(id)).toMatchObject({ id, status: 'awaiting_customer', status_before: 'awaiting_customer' })
    stripe.pay(url, 'visa')
    expect(await checked(id)).toMatchObject({ trip: trip.ref, status: 'succeeded', status_before: 'awaiting_customer' })
    const again = await market.server.cli(['payments', 'check', String(id)])
    expect(again).toMatchObject({ exitCode: 0, stdout: `Payment ${id} of ${trip.ref} is succeeded, as before.\n` })
    await market.server.start()
    expect(ok(await trip.readTrip())).toMatchObject({ status: 'booked', booking: { payment_status: 'deposit_paid' } })
  })

  test('checks a payment while a server runs', async () => {
    const { trip, url, id } = await onPage()
    stripe.pay(url, 'visa')
    expect((await checked(id)).status).toBe('succeeded')
    expect(ok(await trip.readTrip()).status).toBe('booked')
    expect(stripe.taken().filter(({ metadata }) => metadata.charabanc_trip === trip.ref)).toHaveLength(1)
  })

  test('exits with 75 if the provider does not answer, and with 1 if it refuses the key', async () => {
    const { trip, id } = await onPage()
    await market.server.stop()
    stripe.fail('any', '500_before', 20)
    const silent = await market.server.cli(['payments', 'check', String(id)])
    expect(silent).toMatchObject({ exitCode: 75, stdout: '' })
    expect(silent.stderr).toMatch(/did not answer \(request req_\w+, status 500\)\. Try again in a minute\.\n$/)
    stripe.recover()
    stripe.fail('any', '401', 20)
    const refused = await market.server.cli(['payments', 'check', String(id)])
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
    expect(refused.stderr).toContain('does not accept the key')
    expect(refused.stderr).not.toContain(stripe.key)
    stripe.recover()
    await market.server.start()
    ok(await trip.cancelRequest())
  })

  test('settles a failed refund once', async () => {
    const { trip, url, id } = await onPage()
    stripe.pay(url, 'refund_fails')
    expect((await checked(id)).status).toBe('succeeded')
    ok(await trip.cancel())
    await eventually(async () => (await newest(market, trip)).status === 'refund_failed')
    const refund = await newest(market, trip)
    const asked = await market.server.cli(['payments', 'check', String(refund.id)])
    expect(asked).toMatchObject({
      exitCode: 1,
      stderr: `charabanc: Payment ${refund.id} is refund_failed: it is refunded by hand.\n`,
    })

    const words = ['payments', 'settle-by-hand', String(refund.id)]
    const settled = await market.server.cliJson<Shown>(words)
    expect(settled).toMatchObject({ kind: 'refund', status: 'refunded', status_before: 'refund_failed' })
    expect(ok(await trip.readTrip()).cancellation).toMatchObject({ refund_amount: 12_800, refund_status: 'refunded' })
    expect(await market.server.cli(words)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`Payment ${refund.id} is refunded: only a failed refund or a payment in doubt`),
    })
    expect(await listed(market, trip, ['--open'])).toEqual([])
  })

  test('explains an unknown id and an id that is not a number', async () => {
    for (const command of ['check', 'settle-by-hand']) {
      expect(await market.server.cli(['payments', command, '999999'])).toEqual({
        exitCode: 1,
        stdout: '',
        stderr: 'charabanc: There is no payment 999999. List payments with `charabanc payments list`.\n',
      })
      expect(await market.server.cli(['payments', command, 'seven'])).toMatchObject({ exitCode: 2 })
      expect(await market.server.cli(['payments', command])).toMatchObject({ exitCode: 2, stderr: 'charabanc: ID is missing.\n' })
    }
  })
})

describe('a payment in doubt', () => {
  let market: Market
  let dales: OperatorClient
  let bank: ReturnType<typeof sandboxProviderOf>

  beforeAll(async () => {
    market = await openMarket({ isMute: true })
    dales = await market.operator()
    bank = sandboxProviderOf(market)
  })

  afterAll(() => market[Symbol.asyncDispose]())

  async function duringFailure<T>(work: () => Promise<T>): Promise<T> {
    bank.breakDown()
    try {
      return await work()
    } finally {
      bank.recover()
    }
  }

  const settle = (id: number) => market.server.cli(['payments', 'settle-by-hand', String(id)])

  test('is settled by hand for a deposit, and its trip is booked', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    await duringFailure(async () => {
      expect(statusAndCode(await trip.book(quoteId))).toBe('503 unavailable')
      const { id, status } = await newest(market, trip)
      expect(status).toBe('in_doubt')
      expect(await settle(id)).toMatchObject({
        exitCode: 0,
        stdout: `Payment ${id} of ${trip.ref} was in_doubt and is succeeded, by hand.\n`,
      })
      expect(ok(await trip.readTrip())).toMatchObject({ status: 'booked', booking: { payment_status: 'deposit_paid' } })
      expect(await settle(id)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`Payment ${id} is succeeded`) })
    })
    expect(await bank.questions(trip.ref)).toBe(0)
  })

  test('is settled by hand for a balance, and no amount is due', async () => {
    const trip = await market.bookedTrip(dales)
    const { payments } = await duringFailure(async () => {
      expect(statusAndCode(await trip.pay(goodCard))).toBe('503 unavailable')
      const { id, kind, status } = await newest(market, trip)
      expect({ kind, status }).toEqual({ kind: 'balance', status: 'in_doubt' })
      expect(await settle(id)).toMatchObject({ exitCode: 0 })
      return ok(await dales.booking(trip))
    })
    expect(payments.at(-1)).toMatchObject({ kind: 'balance', status: 'cleared' })
    expect(ok(await trip.readTrip()).booking).toMatchObject({ due_amount: 0, payment_status: 'paid' })
  })

  test('is checked immediately, and stays in doubt if the provider still does not know', async () => {
    const trip = await market.trip([dales])
    const quoteId = await dales.makeQuote(trip, { availability: 'confirmed' })
    const id = await duringFailure(async () => {
      await trip.book(quoteId)
      const doubtful = await newest(market, trip)
      const { stdout } = await market.server.cli(['payments', 'check', String(doubtful.id)])
      expect(stdout).toBe(`Payment ${doubtful.id} of ${trip.ref} is in_doubt, as before.\n`)
      return doubtful.id
    })
    expect((await market.server.cliJson<Shown>(['payments', 'check', String(id)])).status).toBe('succeeded')
    expect(ok(await trip.readTrip()).status).toBe('booked')
  })

  test('is checked only with the provider that took it', async () => {
    const trip = await market.bookedTrip(dales)
    const { id } = await newest(market, trip)
    const transfers = await market.server.cli(['payments', 'check', String(id), '--payments', 'manual'])
    expect(transfers).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('accepts bank transfers only') })
  })
})
