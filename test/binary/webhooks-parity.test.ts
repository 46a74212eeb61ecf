import { afterAll, describe, expect, test } from 'bun:test'
import { type Ability, abilities } from '../../src/domain/ability.ts'
import { eventually } from '../support/eventually.ts'
import {
  type CustomerClient,
  days,
  declinedCard,
  hours,
  type Market,
  OperatorClient,
  ok,
  statusAndCode,
} from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'
import { isSigned, startWebhookReceiver } from '../support/webhook-receiver.ts'

const receiver = startWebhookReceiver()
afterAll(() => receiver[Symbol.dispose]())

const share = {
  sandbox: shareMarket({ isMute: true, env: receiver.env }),
  manual: shareMarket({ isMute: true, payments: 'manual', env: receiver.env }),
}

let opened = 0

/** Opens an operator and a path at the receiver, both of this test only. */
async function open(
  payments: 'sandbox' | 'manual' = 'sandbox',
): Promise<{ market: Market; dales: OperatorClient; path: string }> {
  const market = await share[payments]()
  return { market, dales: await market.operator(), path: `/in/${++opened}` }
}

const both = ['job.offered', 'booking.confirmed']

/** A school's trip from a private home, with details that an operator must not see before the booking. */
const trip = {
  customer: { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123', organisation: 'Hillside School' },
  pickup: {
    label: '14 Acacia Avenue',
    kind: 'residential',
    locality: 'Leeds',
    country_code: 'GB',
    address_lines: ['14 Acacia Avenue'],
    postcode: 'LS6 2AB',
    latitude: 53.81968,
    longitude: -1.57742,
    access_note: 'Ask for Ann Smith',
  },
  dropoff: { label: 'Zürich – Altstadt 😀', kind: 'venue', locality: 'York', postcode: 'YO1 7HH' },
  passenger_count: 38,
  notes: 'Ring 07700 900123',
}

/** A desk of the same operator with another key. */
async function deskWith(market: Market, desk: OperatorClient, can: readonly Ability[]): Promise<OperatorClient> {
  return new OperatorClient(market, desk.ref, await market.key(desk.ref, can))
}

/** Checks that each key of an event's `data` has the value of the same key in the API's answer. */
async function expectParity(path: string, desk: OperatorClient, trip: { readonly ref: string }): Promise<void> {
  for (const { json } of receiver.at(path).filter((hit) => hit.json.data.ref === trip.ref)) {
    const shown = ok(await (json.event === 'job.offered' ? desk.job(trip) : desk.booking(trip)))
    expect(json.data).toEqual(Object.fromEntries(Object.keys(json.data).map((key) => [key, shown[key]])))
  }
}

describe('the data of an event', () => {
  test('equals the answer of the API at every step from the offer to the cancellation', async () => {
    const { market, dales, path } = await open()
    const wolds = await market.operator('Wolds Travel')
    const { secret } = await receiver.subscribe(dales, path, both)
    const ann = await market.trip([dales, wolds], trip)
    const [offered] = await receiver.exactly(1, path)

    expect(Object.keys(offered?.json)).toEqual(['event', 'operator_ref', 'occurred_at', 'data'])
    expect(Object.keys(offered?.json.data).join(' ')).toBe(
      'ref trip_type pickup dropoff departs_at returns_at timezone passenger_count quote_by currency_code',
    )
    expect(offered?.json).toMatchObject({ event: 'job.offered', operator_ref: dales.ref, data: { ref: ann.ref } })
    expect(offered?.json.occurred_at).toBe(ok(await dales.job(ann)).offered_at)
    expect(offered && isSigned(offered, secret)).toBe(true)
    for (const secretText of ['Acacia', 'Smith', '2AB', '07700', 'example.org', 'Hillside', '53.81968']) {
      expect(offered?.text).not.toContain(secretText)
    }

    const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['offered', async () => {}],
      ['quoted', () => dales.makeQuote(ann)],
      ['revised', () => dales.quote(ann, { price_amount: 61_234 }).then(ok)],
      ['withdrawn', () => dales.withdraw(ann).then(ok)],
      ['quoted again', () => wolds.makeQuote(ann, { availability: 'confirmed' })],
      ['requested', async () => ok(await ann.request(await dales.makeQuote(ann, { price_amount: 59_999 })))],
      ['confirmed', () => dales.confirm(ann).then(ok)],
      ['driver assigned', async () => ok(await dales.assign(ann, await dales.driver()))],
      ['a day passed', () => market.advance(days(1))],
    ]
    for (const [, step] of steps) {
      await step()
      await expectParity(path, dales, ann)
    }
    const [, won] = await receiver.exactly(2, path)
    expect(Object.keys(won?.json.data).join(' ')).toBe('ref departs_at passenger_count payout_amount currency_code confirmed_at')
    expect(won?.json).toMatchObject({ event: 'booking.confirmed', operator_ref: dales.ref, data: { payout_amount: 53_999 } })

    ok(await ann.cancel())
    await expectParity(path, dales, ann)
    expect(ok(await dales.booking(ann)).status).toBe('cancelled')
    await receiver.exactly(2, path)
  })

  test('is empty for a key that may not read the job or the booking', async () => {
    const { market, dales, path } = await open()
    const without = (ability: Ability) => abilities.filter((one) => one !== ability)
    const jobs = await receiver.subscribe(await deskWith(market, dales, without('bookings:read')), `${path}/jobs`, both)
    await receiver.subscribe(await deskWith(market, dales, without('jobs:read')), `${path}/bookings`, both)
    await receiver.subscribe(await deskWith(market, dales, ['webhooks:manage']), `${path}/neither`, both)
    await market.bookedTrip(dales, trip)

    for (const [to, read] of [
      [`${path}/jobs`, { 'job.offered': true, 'booking.confirmed': false }],
      [`${path}/bookings`, { 'job.offered': false, 'booking.confirmed': true }],
      [`${path}/neither`, { 'job.offered': false, 'booking.confirmed': false }],
    ] as const) {
      const hits = await receiver.exactly(2, to)
      for (const hit of hits) {
        const { data, ...rest } = hit.json
        expect([to, hit.event, Object.keys(data).length > 0]).toEqual([to, hit.event, read[hit.event as keyof typeof read]])
        expect(Object.keys(rest)).toEqual(['event', 'operator_ref', 'occurred_at'])
      }
      expect(hits.map(({ event }) => event)).toEqual(both)
    }
    const [, empty] = receiver.at(`${path}/jobs`)
    expect(empty?.text.endsWith('"data":{}}')).toBe(true)
    expect(empty && isSigned(empty, jobs.secret)).toBe(true)
    const [logged] = ok(await dales.get(`/webhooks/${jobs.id}/deliveries?event=booking.confirmed`))
    expect(logged.payload).toEqual(empty?.json)
  })
})

describe('an event', () => {
  const offers: readonly (readonly [string, (market: Market, dales: OperatorClient) => Promise<string>])[] = [
    ['a trip of the platform', async (market, dales) => (await market.trip([dales], trip)).ref],
    [
      'a later offer',
      async (market, dales) => {
        const other = await market.operator('Wolds Travel')
        const { ref } = await market.trip([other], trip)
        const again = () => market.platform('POST', `/trips/${ref}/offers`, { offer_to: [dales.ref] }).then(ok)
        await again()
        await again()
        return ref
      },
    ],
    [
      'an enquiry',
      async (market, dales) => {
        const body = { ...trip, departs_at: market.at(days(30)), operator_ref: dales.ref }
        return ok(await market.call('POST', '/customer/v1/enquiries', { body })).ref
      },
    ],
    [
      "a trip of the operator's own",
      async (market, dales) => {
        const token = await market.personToken(dales)
        return ok(await market.call('POST', '/portal/v1/trips', { token, body: { ...trip, departs_at: market.at(days(30)) } }))
          .ref
      },
    ],
  ]
  test.each(offers)('is sent once for an offer by %s', async (_, enter) => {
    const { market, dales, path } = await open()
    await receiver.subscribe(dales, path, both)
    const ref = await enter(market, dales)
    const [hit] = await receiver.exactly(1, path)
    expect(hit?.json).toMatchObject({ event: 'job.offered', operator_ref: dales.ref, data: { ref } })
    await expectParity(path, dales, { ref })
  })

  const bookings: readonly (readonly [
    string,
    'sandbox' | 'manual',
    (market: Market, dales: OperatorClient, ann: CustomerClient) => Promise<unknown>,
  ])[] = [
    [
      'confirming a request',
      'sandbox',
      async (_, dales, ann) => {
        ok(await ann.request(await dales.makeQuote(ann)))
        ok(await dales.confirm(ann, { key: 'once' }))
        ok(await dales.confirm(ann, { key: 'once' }))
      },
    ],
    [
      'an instant booking',
      'sandbox',
      async (_, dales, ann) => {
        ok(await ann.book(await dales.makeQuote(ann, { availability: 'confirmed' })))
      },
    ],
    [
      'the platform marking the money received',
      'manual',
      async (market, dales, ann) => {
        ok(await ann.book(await dales.makeQuote(ann, { availability: 'confirmed' }), 'bank_transfer'))
        ok(await market.platform('POST', `/trips/${ann.ref}/deposit-received`, {}))
        expect(statusAndCode(await market.platform('POST', `/trips/${ann.ref}/deposit-received`, {}))).toBe('409 no_payment_due')
      },
    ],
    [
      'the operator marking the money received',
      'manual',
      async (market, dales, ann) => {
        ok(await ann.request(await dales.makeQuote(ann), 'bank_transfer'))
        ok(await dales.confirm(ann))
        const token = await market.personToken(dales)
        ok(await market.call('POST', `/portal/v1/bookings/${ann.ref}/deposit-received`, { token, body: {} }))
      },
    ],
  ]
  test.each(bookings)('is sent once for a booking by %s', async (_, payments, win) => {
    const { market, dales, path } = await open(payments)
    const wolds = await market.operator('Wolds Travel')
    await receiver.subscribe(dales, path, ['booking.confirmed'])
    await receiver.subscribe(wolds, `${path}/loser`, ['booking.confirmed'])
    const ann = await market.trip([dales, wolds], trip)
    await wolds.makeQuote(ann, { availability: 'confirmed' })
    await win(market, dales, ann)
    const [hit] = await receiver.exactly(1, path)
    expect(hit?.json).toMatchObject({ event: 'booking.confirmed', data: { ref: ann.ref } })
    expect(hit?.json.occurred_at).toBe(ok(await dales.booking(ann)).confirmed_at)
    await expectParity(path, dales, ann)
    expect(receiver.at(`${path}/loser`)).toEqual([])
  })

  test('reaches only the subscriptions of its operator, each once', async () => {
    const { market, dales, path } = await open()
    const wolds = await market.operator('Wolds Travel')
    for (const one of [1, 2]) await receiver.subscribe(dales, `${path}/dales/${one}`)
    await receiver.subscribe(wolds, `${path}/wolds`)
    await receiver.subscribe(dales, `${path}/bookings`, ['booking.confirmed'])
    await market.trip([dales])
    await market.trip([dales, wolds])
    await Promise.all([
      receiver.exactly(2, `${path}/dales/1`),
      receiver.exactly(2, `${path}/dales/2`),
      receiver.exactly(1, `${path}/wolds`),
    ])
    expect(receiver.at(`${path}/wolds`)[0]?.json.operator_ref).toBe(wolds.ref)
    expect(receiver.at(`${path}/bookings`)).toEqual([])
    expect(new Set(receiver.received.filter((hit) => hit.path.startsWith(`${path}/`)).map(({ delivery }) => delivery)).size).toBe(
      5,
    )
  })
})

describe('an event that did not happen', () => {
  test('is not sent for a declined card or an invalid body', async () => {
    const { market, dales, path } = await open()
    const hook = await receiver.subscribe(dales, path, both)
    const ann = await market.trip([dales])
    expect(statusAndCode(await ann.book(await dales.makeQuote(ann, { availability: 'confirmed' }), declinedCard))).toBe(
      '409 deposit_charge_failed',
    )
    expect(statusAndCode(await market.platform('POST', '/trips', { ...trip, departs_at: 'soon', offer_to: [dales.ref] }))).toBe(
      '422 validation_failed',
    )
    const half = { ...trip, departs_at: market.at(days(30)), offer_to: [dales.ref, 'OP-00000'] }
    expect(statusAndCode(await market.platform('POST', '/trips', half))).toBe('422 validation_failed')
    await receiver.exactly(1, path)
    expect(ok(await dales.get(`/webhooks/${hook.id}/deliveries`))).toHaveLength(1)
  })

  test('is not sent again for a repeated request', async () => {
    const { market, dales, path } = await open()
    await receiver.subscribe(dales, path, both)
    const body = { ...trip, departs_at: market.at(days(30)), offer_to: 'all' }
    const answers = []
    for (let n = 0; n < 3; n++) answers.push(await market.platform('POST', '/trips', body, { key: 'once' }))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await receiver.exactly(1, path)
  })

  test('is not sent for a job older than the subscription', async () => {
    const { market, dales, path } = await open()
    const early = await market.trip([dales])
    const hook = await receiver.subscribe(dales, path, both)
    const late = await market.trip([dales])
    const [hit] = await receiver.exactly(1, path)
    expect(hit?.json.data.ref).toBe(late.ref)
    await market.advance(hours(1))
    expect(ok(await dales.job(early)).status).toBe('fresh')
    await eventually(async () => ok(await dales.get(`/webhooks/${hook.id}/deliveries`))[0].status === 'delivered')
    await receiver.exactly(1, path)
  })
})
