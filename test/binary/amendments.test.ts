import { describe, expect, test } from 'bun:test'
import {
  amendmentBody,
  amendmentClientOf,
  customerAmendmentClient,
  platformAmendmentClient,
} from '../support/amendment-clients.ts'
import { signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { days, declinedCard, goodCard, hours, minutes, ok, statusAndCode } from '../support/market.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

async function booked(fields: object = {}) {
  const market = await openShared()
  const dales = await market.operator()
  const office = await amendmentClientOf(market, dales)
  const trip = await market.bookedTrip(dales, fields)
  return { market, dales, office, trip, ann: customerAmendmentClient(trip) }
}

const later = (instant: string, seconds: number) => Date.parse(instant) + seconds * 1_000

describe('a preview of a change', () => {
  const money = 'price_amount deposit_amount balance_amount paid_amount due_amount balance_status balance_due_at'.split(' ')
  const moneyOf = (shown: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(money.map((name) => [name, shown[name]]))

  test.each([
    [
      'so soon that the balance is due, and dearer',
      days(5),
      { price_amount: 72_000 },
      { price_difference_amount: 8_000, balance_status: 'due' },
    ],
    ['later', days(90), {}, { balance_status: 'not_due' }],
    ['cheaper than what was paid', days(60), { price_amount: 10_000 }, { due_amount: 0, refund_amount: 2_800 }],
  ])('returns the amounts of a trip that is %s, and writes nothing', async (_, departsIn, price, expected) => {
    const { market, dales, office, trip } = await booked()
    const changes = { departs_at: market.at(departsIn + minutes(20)), returns_at: market.at(departsIn + hours(9)) }
    const body = amendmentBody(changes, { ...price, consent: 'given' })
    const before = ok(await dales.booking(trip))

    const preview = ok(await office.preview(trip, body))

    expect(preview).toMatchObject({ ...expected, consent_needed: true, currency_code: 'GBP' })
    expect(Object.keys(preview).sort()).toEqual(
      [...money, 'price_difference_amount', 'refund_amount', 'consent_needed', 'currency_code'].sort(),
    )
    expect(ok(await dales.booking(trip))).toEqual(before)
    expect(ok(await office.list(trip))).toEqual([])
    const { price_difference_amount } = ok(await office.propose(trip, body))
    expect(preview.price_difference_amount).toBe(price_difference_amount)
    const after = moneyOf(ok(await dales.booking(trip)))
    // A balance that is already due carries the time of the call.
    const dueAt = preview.balance_status === 'due' ? { balance_due_at: after.balance_due_at } : {}
    const paid_amount = preview.paid_amount - preview.refund_amount
    expect<unknown>({ ...moneyOf(preview), paid_amount, ...dueAt }).toEqual(after)
    expect(Date.parse(preview.balance_due_at ?? before.confirmed_at)).toBeGreaterThanOrEqual(Date.parse(before.confirmed_at))
  })

  test('needs no reason, and shows that no consent is needed', async () => {
    const { office, trip } = await booked()
    expect(ok(await office.preview(trip, { changes: { passenger_count: 49 } }))).toMatchObject({
      price_amount: 64_000,
      price_difference_amount: 0,
      refund_amount: 0,
      consent_needed: false,
    })
  })

  test('refuses each change that the server would refuse to make', async () => {
    const { market, office, trip, ann } = await booked()
    const at = (seconds: number) => market.at(seconds)
    for (const body of [
      amendmentBody({ passenger_count: 55 }),
      amendmentBody({ departs_at: at(days(61)) }),
      amendmentBody({ departs_at: at(-days(1)) }),
      amendmentBody({ departs_at: at(days(60) + minutes(16)) }, { consent: 'not_needed' }),
      amendmentBody({}),
      amendmentBody({ notes: 'Ring.' }, { price_amount: 70_000, currency_code: 'EUR' }),
      amendmentBody({ notes: 7 }),
      amendmentBody({ customer: { phone: 'xyz' } }),
      amendmentBody({ lead_passenger: { name: 'Kim Low', phone: '-----' } }),
    ]) {
      const [previewed, proposed] = [await office.preview(trip, body), await office.propose(trip, body)]
      expect([statusAndCode(previewed), previewed.json.error.fields]).toEqual([
        statusAndCode(proposed),
        proposed.json.error.fields,
      ])
    }
    ok(await ann.wish({ notes: 'Ring.' }))
    expect(statusAndCode(await office.preview(trip, amendmentBody({ passenger_count: 40 })))).toBe('409 amendment_pending')
    const rival = await amendmentClientOf(market, await market.operator())
    expect(statusAndCode(await rival.preview(trip, amendmentBody({ passenger_count: 40 })))).toBe('404 not_found')
    ok(await trip.cancel())
    expect(statusAndCode(await office.preview(trip, amendmentBody({ passenger_count: 40 })))).toBe('409 trip_cancelled')
  })
})

test('changes the wheelchair spaces with consent, and null removes them and the luggage', async () => {
  const { dales, office, trip } = await booked()
  const changes = { accessibility: { wheelchair_spaces: 2 }, luggage: { suitcases: 3 } }
  expect(statusAndCode(await office.propose(trip, amendmentBody(changes, { consent: 'not_needed' })))).toBe(
    '422 validation_failed',
  )
  const made = ok(await office.propose(trip, amendmentBody(changes, { consent: 'given' })))
  expect(made).toMatchObject({ changes: { accessibility: { wheelchair_spaces: 2 } }, before: { accessibility: null } })
  expect(ok(await dales.booking(trip))).toMatchObject({
    accessibility: { wheelchair_spaces: 2, lift_required: false },
    luggage: { suitcases: 3 },
  })
  ok(await office.propose(trip, amendmentBody({ accessibility: null, luggage: null }, { consent: 'given' })))
  expect(ok(await dales.booking(trip))).toMatchObject({ accessibility: null, luggage: null })
})

describe('a change that needs no consent', () => {
  test('is applied immediately, and records the previous values', async () => {
    const { dales, office, trip } = await booked()
    const before = ok(await dales.booking(trip))
    const changes = {
      lead_passenger: { name: 'Kim Low', phone: '07700 900111' },
      customer: { phone: '07700 900222' },
      flight: { number: 'BA 117', direction: 'departure' },
      luggage: { suitcases: 3 },
      notes: 'Ring twice.',
      passenger_count: 49,
      departs_at: new Date(later(before.departs_at, minutes(15))).toISOString(),
    }
    const amendment = ok(await office.propose(trip, amendmentBody(changes, { consent: 'not_needed' })))
    expect(amendment).toMatchObject({
      status: 'applied',
      by: 'operator',
      changes: { passenger_count: 49, notes: 'Ring twice.', customer: { phone: '07700 900222' } },
      before: {
        passenger_count: 45,
        notes: null,
        lead_passenger: null,
        customer: { phone: '07700 900123' },
        departs_at: before.departs_at,
      },
      price_difference_amount: 0,
      currency_code: 'GBP',
      reason: 'The school has more pupils.',
      respond_by: null,
    })
    expect(Object.keys(amendment.changes).sort()).toEqual(Object.keys(changes).sort())
    expect(Object.keys(amendment)).toEqual(
      'id status by changes before price_difference_amount currency_code reason decline_reason respond_by created_at closed_at'.split(
        ' ',
      ),
    )
    const after = ok(await dales.booking(trip))
    expect(after).toMatchObject({
      revision: 2,
      passenger_count: 49,
      lead_passenger: { name: 'Kim Low' },
      customer: { phone: '07700 900222', email: 'ann@example.org' },
      luggage: { suitcases: 3 },
      flight: { number: 'BA 117' },
      notes: 'Ring twice.',
      price_amount: 64_000,
      amendments: [amendment],
    })
    expect(Date.parse(after.departs_at)).toBe(later(before.departs_at, minutes(15)))
    expect(after.legs[0]).toMatchObject({ departs_at: after.departs_at, passenger_count: 49 })
    expect(after.legs.at(-1).departs_at).toBe(before.legs.at(-1).departs_at)
    expect(ok(await trip.readTrip())).toMatchObject({
      passenger_count: 49,
      notes: 'Ring twice.',
      booking: { revision: 2 },
      amendments: [amendment],
    })
    expect(ok(await office.list(trip))).toEqual([amendment])
  })

  test.each([
    ['a shift of more than 15 minutes', { departs_at: minutes(16) }],
    ['another place', { pickup: { label: 'Leeds Station', kind: 'station' } }],
    ['another coach', { vehicles: [{ type: 'coach_53', count: 1, seats: 53 }] }],
  ])('excludes %s', async (_, changes) => {
    const { dales, office, trip } = await booked()
    const { departs_at: departs } = ok(await dales.booking(trip))
    const moved =
      'departs_at' in changes ? { departs_at: new Date(later(departs, Number(changes.departs_at))).toISOString() } : changes
    const refused = await office.propose(trip, amendmentBody(moved, { consent: 'not_needed' }))
    expect([refused.status, Object.keys(refused.json.error.fields)]).toEqual([422, ['consent']])
    expect(ok(await office.propose(trip, amendmentBody(moved))).status).toBe('applied')
  })

  test('cannot raise the price', async () => {
    const { office, trip } = await booked()
    const dearer = amendmentBody({ notes: 'Ring twice.' }, { consent: 'not_needed', price_amount: 64_001, currency_code: 'GBP' })
    expect(Object.keys((await office.propose(trip, dearer)).json.error.fields)).toEqual(['consent'])
    expect(ok(await office.propose(trip, { ...dearer, price_amount: 63_999 }))).toMatchObject({
      status: 'applied',
      price_difference_amount: -1,
    })
  })
})

test('rejects an amendment with more people than seats, unless it adds a coach', async () => {
  const { dales, office, trip, ann } = await booked()
  for (const consent of ['ask', 'given', 'not_needed']) {
    const refused = await office.propose(trip, amendmentBody({ passenger_count: 50 }, { consent }))
    expect([refused.status, Object.keys(refused.json.error.fields)]).toEqual([422, ['changes.passenger_count']])
  }
  expect((await ann.wish({ passenger_count: 50 })).status).toBe(422)
  const vehicles = [{ type: 'coach_49', count: 2, seats: 49 }]
  ok(await office.propose(trip, amendmentBody({ passenger_count: 90, vehicles })))
  expect(ok(await dales.booking(trip))).toMatchObject({ passenger_count: 90, vehicles_needed: 2, needs_driver: true, vehicles })
  expect(ok(await trip.readTrip()).booking.vehicles).toMatchObject(vehicles)
})

test('keeps a proposal open for the customer, and rejects any other amendment meanwhile', async () => {
  const { dales, office, trip, ann, market } = await booked()
  const asked = ok(
    await office.propose(trip, amendmentBody({ pickup: { label: 'Leeds Station', kind: 'station' } }, { consent: 'ask' })),
  )
  expect(asked).toMatchObject({ status: 'proposed', closed_at: null })
  expect(Date.parse(asked.respond_by) - Date.parse(asked.created_at)).toBe(hours(72) * 1_000)
  expect(ok(await dales.booking(trip))).toMatchObject({ revision: 1, pickup: { label: 'Leeds Town Hall' } })
  const notes = amendmentBody({ notes: 'Ring.' }, { consent: 'not_needed' })
  expect(statusAndCode(await office.propose(trip, notes))).toBe('409 amendment_pending')
  expect(statusAndCode(await ann.wish({ notes: 'Ring.' }))).toBe('409 amendment_pending')
  expect(statusAndCode(await platformAmendmentClient(market).propose(trip, notes))).toBe('409 amendment_pending')
  expect(statusAndCode(await office.move(trip, asked.id, 'apply'))).toBe('409 invalid_transition')
  expect(ok(await ann.accept(asked.id))).toMatchObject({ id: asked.id, status: 'applied' })
  const after = ok(await dales.booking(trip))
  expect(after).toMatchObject({ revision: 2, pickup: { label: 'Leeds Station' } })
  expect([after.legs[0].pickup.label, after.legs.at(-1).dropoff.label]).toEqual(['Leeds Station', 'Leeds Station'])
  expect(statusAndCode(await ann.accept(asked.id))).toBe('409 invalid_transition')
  expect(ok(await office.propose(trip, notes)).status).toBe('applied')
})

test('keeps the job of an amended booking byte for byte as it was offered', async () => {
  const { dales, office, trip, ann, market } = await booked({ notes: 'Ask for Kim Low.', lead_passenger: { name: 'Kim Low' } })
  const moors = await market.operator('Moors Travel')
  const before = [(await dales.job(trip)).text, (await dales.jobs('?filter=all')).text]
  const { departs_at: departs } = ok(await dales.booking(trip))
  const changes = {
    departs_at: new Date(later(departs, days(1))).toISOString(),
    returns_at: new Date(later(departs, days(1) + hours(10))).toISOString(),
    passenger_count: 20,
    notes: 'Ask for Jo Hill.',
    lead_passenger: { name: 'Jo Hill' },
    dropoff: { label: 'York Station', kind: 'station' },
    vehicles: [{ type: 'coach_49', count: 2, seats: 49 }],
  }
  ok(await office.propose(trip, amendmentBody(changes, { price_amount: 70_000, currency_code: 'GBP' })))
  const asked = ok(
    await office.propose(
      trip,
      amendmentBody({ passenger_count: 21 }, { consent: 'ask', price_amount: 71_000, currency_code: 'GBP' }),
    ),
  )
  ok(await ann.accept(asked.id))
  expect([(await dales.job(trip)).text, (await dales.jobs('?filter=all')).text]).toEqual(before)
  expect(statusAndCode(await moors.job(trip))).toBe('404 not_found')
})

describe('a change requested by the customer', () => {
  test('is applied unchanged, or at a price that the customer accepts', async () => {
    const { dales, office, trip, ann } = await booked()
    const request = ok(
      await ann.wish(
        { passenger_count: 40, vehicles: [{ type: 'coach_49', count: 1, seats: 49, vehicle_id: 7 }] },
        { message: 'We are fewer.' },
      ),
    )
    expect(request).toMatchObject({ status: 'wished', by: 'customer', reason: 'We are fewer.', price_difference_amount: 0 })
    expect(request.changes.vehicles[0].vehicle_id).toBeNull()
    expect(statusAndCode(await ann.accept(request.id))).toBe('409 invalid_transition')
    expect(statusAndCode(await office.move(trip, request.id, 'withdraw'))).toBe('409 invalid_transition')
    expect(ok(await office.move(trip, request.id, 'apply'))).toMatchObject({ status: 'applied', by: 'customer' })
    expect(ok(await dales.booking(trip))).toMatchObject({ passenger_count: 40, revision: 2 })

    const dearer = ok(await ann.wish({ pickup: { label: 'Leeds Station', kind: 'station' } }))
    const price = { price_amount: 66_000, currency_code: 'GBP' }
    expect((await office.move(trip, dearer.id, 'apply', { ...price, currency_code: 'EUR' })).status).toBe(422)
    const proposed = ok(await office.move(trip, dearer.id, 'apply', price))
    expect(proposed).toMatchObject({ status: 'proposed', price_difference_amount: 2_000 })
    expect(ok(await dales.booking(trip))).toMatchObject({ revision: 2, price_amount: 64_000 })
    ok(await ann.accept(dearer.id))
    expect(ok(await dales.booking(trip))).toMatchObject({ revision: 3, price_amount: 66_000, due_amount: 53_200 })

    const third = ok(await ann.wish({ notes: 'Ring.' }))
    expect(ok(await office.move(trip, third.id, 'apply', { price_amount: 67_000, consent: 'given' }))).toMatchObject({
      status: 'applied',
      price_difference_amount: 1_000,
    })
  })

  test('is declined with a reason, and expires when the operator does not answer', async () => {
    const { market, dales, office, trip, ann } = await booked()
    const request = ok(await ann.wish({ notes: 'Ring.' }, { message: '' }))
    expect(request.reason).toBeNull()
    expect((await office.move(trip, request.id, 'decline')).status).toBe(422)
    const declined = ok(await office.move(trip, request.id, 'decline', { reason: 'There is no bell.' }))
    expect(declined).toMatchObject({ status: 'declined', decline_reason: 'There is no bell.', closed_at: expect.any(String) })
    const second = ok(await ann.wish({ notes: 'Knock.' }))
    await market.advanceTo(second.respond_by, 1)
    await eventually(async () => ok(await office.list(trip))[1].status === 'expired')
    expect(statusAndCode(await office.move(trip, second.id, 'apply'))).toBe('409 invalid_transition')
    expect(ok(await dales.booking(trip))).toMatchObject({ revision: 1, notes: null })
    expect(ok(await ann.wish({ notes: 'Knock.' })).status).toBe('wished')
  })
})

describe('the price difference of an amendment', () => {
  test('is charged when nothing else is due, and leaves the amendment proposed when the card fails', async () => {
    const { dales, office, trip, ann } = await booked()
    ok(await trip.pay())
    const asked = ok(await office.propose(trip, amendmentBody({ passenger_count: 48 }, { consent: 'ask', price_amount: 70_000 })))
    const failed = await ann.accept(asked.id, { payment_method: declinedCard }, { key: 'declined' })
    expect([statusAndCode(failed), failed.json.error.payment_status]).toEqual(['409 deposit_charge_failed', 'declined'])
    expect(statusAndCode(await ann.accept(asked.id, { payment_method: declinedCard }, { key: 'declined' }))).toBe(
      '409 deposit_charge_failed',
    )
    expect(ok(await office.list(trip))[0].status).toBe('proposed')
    expect(ok(await dales.booking(trip))).toMatchObject({ price_amount: 64_000, revision: 1, due_amount: 0 })
    expect(ok(await ann.accept(asked.id, { payment_method: goodCard }, { key: 'good' })).status).toBe('applied')
    expect(ok(await ann.accept(asked.id, { payment_method: goodCard }, { key: 'good' })).status).toBe('applied')
    const after = ok(await dales.booking(trip))
    expect(after).toMatchObject({
      price_amount: 70_000,
      commission_amount: 7_000,
      payout_amount: 63_000,
      balance_amount: 57_200,
      due_amount: 0,
      paid_amount: 70_000,
      payment_status: 'paid',
    })
    expect(after.quote.price_amount).toBe(64_000)
    const { data } = (await dales.payouts()).json
    expect(data.find((one: { booking_ref: string }) => one.booking_ref === trip.ref)).toMatchObject({
      price_amount: 64_000,
      commission_amount: 6_400,
      amount: 63_000,
      adjustments: [{ kind: 'amendment', amount: 5_400, currency_code: 'GBP' }],
    })
  })

  test('refunds the amount paid above a lower price, newest payment first', async () => {
    const { dales, office, trip } = await booked()
    ok(await trip.pay())
    ok(await office.propose(trip, amendmentBody({ passenger_count: 10 }, { price_amount: 10_000 })))
    await eventually(
      async () =>
        ok(await dales.booking(trip)).payments.filter(
          (one: { kind: string; status: string }) => one.kind === 'refund' && one.status === 'cleared',
        ).length === 2,
    )
    const after = ok(await dales.booking(trip))
    expect(after.payments.slice(2).map(({ amount }: { amount: number }) => amount)).toEqual([51_200, 2_800])
    expect(after).toMatchObject({
      paid_amount: 10_000,
      due_amount: 0,
      balance_amount: 0,
      payment_status: 'paid',
      balance_due_at: null,
    })
  })
})

test('rejects an amendment without changes, and drops an empty customer from its changes', async () => {
  const { office, trip, ann } = await booked()
  for (const nothing of [{}, { customer: {} }]) {
    for (const answer of [await office.propose(trip, amendmentBody(nothing)), await ann.wish(nothing)]) {
      expect([statusAndCode(answer), Object.keys(answer.json.error.fields)]).toEqual(['422 validation_failed', ['changes']])
    }
  }
  expect(ok(await office.list(trip))).toEqual([])
  expect(ok(await office.propose(trip, amendmentBody({ customer: {}, notes: 'Ring.' }))).changes).toEqual({ notes: 'Ring.' })
})

test('requires a new acknowledgement from the driver when the time of the trip changes', async () => {
  const { market, dales, office, trip } = await booked()
  const pat = await signInDriver(dales)
  ok(await dales.assign(trip, pat.id))
  ok(await pat.acknowledge(trip))
  ok(await office.propose(trip, amendmentBody({ notes: 'Ring.' })))
  expect(ok(await dales.booking(trip))).toMatchObject({ trip_status: 'acknowledged', notes: 'Ring.' })
  const since = market.at(0)
  const { departs_at: departs } = ok(await dales.booking(trip))
  ok(await office.propose(trip, amendmentBody({ departs_at: new Date(later(departs, minutes(-30))).toISOString() })))
  expect(ok(await dales.booking(trip))).toMatchObject({ trip_status: 'assigned', assignment: { acknowledged_at: null } })
  expect(ok(await dales.bookings(`?updated_since=${since}`)).map(({ ref }: { ref: string }) => ref)).toContain(trip.ref)
  expect(ok(await pat.trip(trip))).toMatchObject({ notes: 'Ring.' })
  const moved = ok(await pat.trip(trip))
  expect(Date.parse(moved.departs_at)).toBe(later(departs, minutes(-30)))
})

test('leaves legs unchanged once a coach has set off on them', async () => {
  const { market, dales, office, trip } = await booked({ departsIn: hours(3) })
  ok(
    await market.call('PATCH', '/portal/v1/operator', {
      token: office.token,
      body: { settings: { vehicle_check_required: false } },
    }),
  )
  const pat = await signInDriver(dales)
  ok(await dales.assign(trip, pat.id))
  const before = ok(await dales.booking(trip))
  await market.advance(hours(3))
  await pat.reportSteps(trip, 'en_route', 'arrived', 'on_board')
  const returns = new Date(later(before.returns_at, minutes(45))).toISOString()
  const early = await office.propose(
    trip,
    amendmentBody({ departs_at: new Date(later(before.departs_at, hours(1))).toISOString() }),
  )
  expect(Object.keys(early.json.error.fields)).toEqual(['changes.departs_at'])
  ok(await office.propose(trip, amendmentBody({ returns_at: returns, pickup: { label: 'Leeds Station', kind: 'station' } })))
  const after = ok(await dales.booking(trip))
  expect(after.legs[0]).toEqual({ ...before.legs[0], status: 'on_board' })
  expect([after.legs.at(-1).dropoff.label, Date.parse(after.legs.at(-1).departs_at)]).toEqual([
    'Leeds Station',
    Date.parse(returns),
  ])
  expect(after.trip_status).toBe('on_board')
  await pat.reportSteps(trip, 'completed')
  for (const step of ['en_route', 'arrived', 'on_board', 'completed']) ok(await pat.report(trip, step, { leg: 2 }))
  expect(statusAndCode(await office.propose(trip, amendmentBody({ notes: 'Ring.' })))).toBe('409 trip_finished')
  expect(statusAndCode(await customerAmendmentClient(trip).wish({ notes: 'Ring.' }))).toBe('409 trip_finished')
})

test('expires the amendment of a cancelled trip, and rejects another', async () => {
  const { office, trip, ann } = await booked()
  const asked = ok(await office.propose(trip, amendmentBody({ passenger_count: 40 }, { consent: 'ask' })))
  ok(await trip.cancel())
  expect(ok(await office.list(trip))).toMatchObject([{ status: 'expired' }])
  expect(statusAndCode(await ann.accept(asked.id))).toBe('409 trip_cancelled')
  expect(statusAndCode(await office.propose(trip, amendmentBody({ notes: 'Ring.' })))).toBe('409 trip_cancelled')
})

test('accepts an amendment from the platform, and answers others with 404', async () => {
  const { market, trip, office } = await booked()
  const platform = platformAmendmentClient(market)
  const asked = ok(await platform.propose(trip, amendmentBody({ notes: 'Ring.' }, { consent: 'ask' })))
  expect(asked).toMatchObject({ status: 'proposed', by: 'platform' })
  expect(ok(await platform.list(trip))).toEqual([asked])
  expect(ok(await platform.move(trip, asked.id, 'withdraw')).status).toBe('withdrawn')
  expect(ok(await platform.propose(trip, amendmentBody({ notes: 'Ring.' }))).status).toBe('applied')
  const moors = await amendmentClientOf(market, await market.operator('Moors Travel'))
  expect(statusAndCode(await moors.list(trip))).toBe('404 not_found')
  expect(statusAndCode(await moors.propose(trip, amendmentBody({ notes: 'Ring.' })))).toBe('404 not_found')
  const other = await market.bookedTrip(await market.operator('Wolds Travel'))
  expect(statusAndCode(await customerAmendmentClient(other).accept(asked.id))).toBe('404 not_found')
  expect(statusAndCode(await office.move(trip, 99_999, 'withdraw'))).toBe('404 not_found')
  const open = await market.trip([await market.operator('Peak Travel')])
  expect(statusAndCode(await platform.propose(open, amendmentBody({ notes: 'Ring.' })))).toBe('409 booking_not_confirmed')
  expect(statusAndCode(await customerAmendmentClient(open).wish({ notes: 'Ring.' }))).toBe('409 booking_not_confirmed')
})
