import { describe, expect, test } from 'bun:test'
import { assignedTrip, type DriverClient, signInDriver } from '../support/driver-client.ts'
import {
  type CustomerClient,
  days,
  hours,
  type Market,
  minutes,
  type OperatorClient,
  ok,
  statusAndCode,
} from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

type Cab = { readonly dales: OperatorClient; readonly pat: DriverClient; readonly ann: CustomerClient }

/** Makes a driver with a checked vehicle, an hour after the trip was assigned. */
async function readyCab(market: Market): Promise<Cab> {
  const dales = await market.operator('Dales Coaches')
  const pat = await signInDriver(dales)
  const ann = await assignedTrip(pat, { departsIn: hours(4), returns_at: null })
  await market.advance(hours(1))
  ok(await pat.submitVehicleCheck())
  return { dales, pat, ann }
}

type Line = { readonly status: string; readonly occurred_at: string; readonly received_at: string }

const lastOf = (trip: { readonly events: readonly Line[] }): Line => trip.events.at(-1) as Line

/** Seconds from one instant to another. */
const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000

/** Every kind of report of a phone, with the time in its own field. */
const reports = (pat: DriverClient, { ref }: CustomerClient) => ({
  progress: (at: string, more: object = {}) => pat.report({ ref }, 'en_route', { occurred_at: at, ...more }),
  incident: (at: string, more: object = {}) =>
    pat.call('POST', `/trips/${ref}/incidents`, { kind: 'other', severity: 'low', note: 'Rain.', occurred_at: at, ...more }),
  check: (at: string, more: object = {}) => pat.submitVehicleCheck({ checked_at: at, ...more }),
  locations: (at: string, more: object = {}) =>
    pat.call('POST', '/locations', { points: [{ recorded_at: at, latitude: 53.79, longitude: -1.54, ...more }] }),
})

describe('a phone with a fast clock', () => {
  test('reports a trip 6 minutes ahead, and the server uses the time of receipt', async () => {
    const market = await openShared()
    const { pat, ann } = await readyCab(market)
    for (const step of ['en_route', 'arrived', 'on_board', 'completed']) {
      const trip = ok(await pat.report(ann, step, { occurred_at: market.at(minutes(6)) }))
      const { status, occurred_at, received_at } = lastOf(trip)
      expect([status, trip.occurred_at_adjusted, between(occurred_at, received_at)]).toEqual([step, true, 0])
    }
    const { events } = ok(await pat.trip(ann))
    expect(events.map(({ status }: Line) => status)).toEqual(['en_route', 'arrived', 'on_board', 'completed'])
  })

  test('does not block a phone with a correct clock', async () => {
    const market = await openShared()
    const { pat, ann } = await readyCab(market)
    expect(ok(await pat.report(ann, 'en_route', { occurred_at: market.at(minutes(3)) })).occurred_at_adjusted).toBe(true)
    const arrived = ok(await pat.report(ann, 'arrived', { occurred_at: market.at(-minutes(2)) }))
    expect(arrived.occurred_at_adjusted).toBe(true)
    expect(lastOf(arrived).occurred_at).toBe(arrived.events[0].occurred_at)
    expect('occurred_at_adjusted' in ok(await pat.trip(ann))).toBe(false)
  })

  test('does not block a trip with a future event from an earlier release', async () => {
    const market = await openShared()
    const { pat, ann } = await readyCab(market)
    ok(await pat.report(ann, 'en_route'))
    const ahead = market.now() + minutes(4) * 1_000
    await market.server.change(
      `update trip_events set occurred_at = ${ahead} where booking_id = (select id from bookings where ref = '${ann.ref}')`,
    )
    const arrived = ok(await pat.report(ann, 'arrived'))
    expect([arrived.trip_status, arrived.occurred_at_adjusted]).toEqual(['arrived', true])
    expect(lastOf(arrived).occurred_at).toBe(arrived.events[0].occurred_at)
  })

  test('can report up to 24 hours ahead, and gets a field error beyond that', async () => {
    const market = await openShared()
    const { dales, pat, ann } = await readyCab(market)
    const { token } = await addSignedInPerson(market, dales.ref)
    ok(await pat.setLocationConsent(true))
    const phone = reports(pat, ann)
    const office = (at: string) => {
      const body = { status: 'arrived', occurred_at: at }
      return market.call('POST', `/portal/v1/bookings/${ann.ref}/progress`, { token, body })
    }
    const kinds = [
      [phone.progress, 'occurred_at'],
      [phone.incident, 'occurred_at'],
      [phone.check, 'checked_at'],
      [phone.locations, 'points.0.recorded_at'],
      [office, 'occurred_at'],
    ] as const
    for (const [send, field] of kinds) {
      const refused = await send(market.at(hours(25)))
      const sentence = `The ${field} field must not be more than 24 hours ahead.`
      expect([refused.status, refused.json.error.fields]).toEqual([422, { [field]: [sentence] }])
      const accepted = await send(market.at(hours(23)))
      expect([field, Math.floor(accepted.status / 100), accepted.data.occurred_at_adjusted]).toEqual([field, 2, true])
    }
  })
})

describe('the age of a report', () => {
  test('overrides the time that the phone sent', async () => {
    const market = await openShared()
    const { pat, ann } = await readyCab(market)
    ok(await pat.setLocationConsent(true))
    const phone = reports(pat, ann)
    const sent = { at: market.at(hours(25)), more: { age_ms: 60_000 } }
    const trip = ok(await phone.progress(sent.at, sent.more))
    expect(between(lastOf(trip).occurred_at, lastOf(trip).received_at)).toBe(60)
    expect(trip.occurred_at_adjusted).toBe(true)

    const incident = ok(await phone.incident(sent.at, sent.more))
    expect(Math.abs(between(incident.occurred_at, incident.created_at) - 60)).toBeLessThanOrEqual(1)
    const began = market.at(hours(25) - minutes(12))
    const check = ok(await phone.check(sent.at, { ...sent.more, started_at: began }))
    expect(Math.abs(between(check.started_at, check.checked_at) - minutes(12))).toBeLessThanOrEqual(1)
    expect(between(check.checked_at, market.at(0))).toBeLessThan(minutes(5))
    ok(await pat.report(ann, 'arrived'))
    expect((await phone.locations(sent.at, { age_ms: 0 })).data).toMatchObject({ accepted: 1, occurred_at_adjusted: true })
  })

  test('is not reported as adjusted if the phone’s clock is correct', async () => {
    const market = await openShared()
    const { pat, ann } = await readyCab(market)
    const at = market.at(-minutes(10))
    const trip = ok(await pat.report(ann, 'en_route', { occurred_at: at, age_ms: market.now() - Date.parse(at) }))
    expect('occurred_at_adjusted' in trip).toBe(false)
    expect(Math.abs(between(at, lastOf(trip).occurred_at))).toBeLessThanOrEqual(3)
  })

  test('is limited to the time since assignment, and rejected if invalid', async () => {
    const market = await openShared()
    const { pat, ann } = await readyCab(market)
    const phone = reports(pat, ann)
    for (const age of [-1, 1.5, '60000', 1e300]) {
      const refused = await phone.progress(market.at(0), { age_ms: age })
      expect([refused.status, Object.keys(refused.json.error.fields)]).toEqual([422, ['age_ms']])
    }
    const trip = ok(await phone.progress(market.at(0), { age_ms: Number.MAX_SAFE_INTEGER }))
    expect(Date.parse(lastOf(trip).occurred_at)).toBe(Date.parse(trip.assigned_at))
    expect(trip.occurred_at_adjusted).toBe(true)
    const incident = ok(await phone.incident(market.at(0), { age_ms: Number.MAX_SAFE_INTEGER }))
    expect(Date.parse(incident.occurred_at)).toBe(Date.parse(trip.assigned_at))
    expect(statusAndCode(await phone.check(market.at(0), { age_ms: Number.MAX_SAFE_INTEGER }))).toBe('201')
    expect(statusAndCode(await phone.locations(market.at(0), { age_ms: Number.MAX_SAFE_INTEGER }))).toBe('202')
  })

  test('does not affect the replay of a request with the same key', async () => {
    const market = await openShared()
    const { pat, ann } = await readyCab(market)
    const path = `/trips/${ann.ref}/progress`
    const late = { status: 'delayed', delay_minutes: 20, occurred_at: market.at(0) }
    const first = await pat.call('POST', path, { ...late, age_ms: 400 }, 'late')
    const again = await pat.call('POST', path, { ...late, age_ms: 60_400 }, 'late')
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(statusAndCode(await pat.call('POST', path, { ...late, delay_minutes: 30, age_ms: 400 }, 'late'))).toBe(
      '409 idempotency_key_reused',
    )
  })
})

test('moves a time before the assignment to the time of assignment', async () => {
  const market = await openShared()
  const { pat, ann } = await readyCab(market)
  const phone = reports(pat, ann)
  const { assigned_at } = ok(await pat.trip(ann))
  const incident = ok(await phone.incident(market.at(-days(2))))
  expect([Date.parse(incident.occurred_at), incident.occurred_at_adjusted]).toEqual([Date.parse(assigned_at), true])
  const trip = ok(await phone.progress(market.at(-days(2))))
  expect([Date.parse(lastOf(trip).occurred_at), trip.occurred_at_adjusted]).toEqual([Date.parse(assigned_at), true])
})

test('records a delay from a fast phone once, however often it is sent', async () => {
  const market = await openShared()
  const { pat, ann } = await readyCab(market)
  const [first, second] = [market.at(minutes(6)), market.at(minutes(7))]
  const reportDelay = (at: string, delay_minutes: number) => pat.report(ann, 'delayed', { occurred_at: at, delay_minutes })
  for (const at of [first, first, second, first]) ok(await reportDelay(at, 20))
  await market.advance(minutes(30))
  expect(ok(await reportDelay(first, 20)).occurred_at_adjusted).toBe(true)
  expect(ok(await reportDelay(first, 0)).events).toHaveLength(3)
})

test('does not shorten the wait before a no-show for a fast clock', async () => {
  const market = await openShared()
  const { pat, ann } = await readyCab(market)
  await pat.reportSteps(ann, 'en_route', 'arrived')
  const nobody = () => pat.report(ann, 'no_show', { occurred_at: market.at(minutes(16)), contact_attempted: true })
  expect(statusAndCode(await nobody())).toBe('409 no_show_too_early')
  await market.advance(minutes(16))
  expect(ok(await nobody())).toMatchObject({ trip_status: 'no_show', occurred_at_adjusted: true })
})

test('accepts a departure and a no-show from a phone 30 minutes slow as soon as the server’s clock allows', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches')
  const pat = await signInDriver(dales)
  const ann = await assignedTrip(pat, { departsIn: hours(13), returns_at: null })
  await market.advance(hours(1) + minutes(1))
  ok(await pat.submitVehicleCheck())
  const slowly = (step: string, more: object = {}) =>
    pat.report(ann, step, { occurred_at: market.at(-minutes(30)), contact_attempted: step === 'no_show', ...more })
  expect(statusAndCode(await slowly('en_route', { age_ms: minutes(30) * 1_000 }))).toBe('409 invalid_transition')
  const onRoad = ok(await slowly('en_route'))
  expect(onRoad.occurred_at_adjusted).toBe(true)
  expect(Date.parse(onRoad.departs_at) - Date.parse(lastOf(onRoad).occurred_at)).toBe(hours(12) * 1_000)
  ok(await slowly('arrived'))
  expect(statusAndCode(await slowly('no_show'))).toBe('409 no_show_too_early')
  await market.advance(minutes(16))
  const noShow = ok(await slowly('no_show'))
  expect(noShow).toMatchObject({ trip_status: 'no_show', occurred_at_adjusted: true })
})

test('returns the same answer for a step sent again under another key', async () => {
  const market = await openShared()
  const { pat, ann } = await readyCab(market)
  const fast = { occurred_at: market.at(minutes(6)) }
  const first = ok(await pat.report(ann, 'en_route', fast))
  const again = ok(await pat.report(ann, 'en_route', fast))
  expect([first.occurred_at_adjusted, again.occurred_at_adjusted, again.events.length]).toEqual([true, true, 1])
})

test('stores every point of a fast phone at the time of receipt', async () => {
  const market = await openShared()
  const { dales, pat, ann } = await readyCab(market)
  ok(await pat.setLocationConsent(true))
  await pat.reportSteps(ann, 'en_route')
  const at = [5, 6, 7].map((ahead) => market.at(minutes(ahead)))
  expect((await pat.sendLocations(...at)).data).toEqual({
    accepted: 3,
    ignored: 0,
    tracking: true,
    interval_seconds: 15,
    occurred_at_adjusted: true,
  })
  const { recorded_at, received_at } = ok(await dales.booking(ann)).progress.last_location
  expect(between(recorded_at, received_at)).toBe(0)
})

describe('a delay', () => {
  const lateFor = async (market: Market, ann: CustomerClient) =>
    ok(await market.call('GET', '/customer/v1/trip/progress', { token: ann.token })).coaches[0].delay_minutes

  test('ends when the driver reports the coach on time', async () => {
    const market = await openShared()
    const { dales, pat, ann } = await readyCab(market)
    const late = (delay_minutes: number) => pat.report(ann, 'delayed', { delay_minutes })
    ok(await late(20))
    expect(await lateFor(market, ann)).toBe(20)
    const { events, trip_status } = ok(await late(0))
    expect(events.map(({ delay_minutes }: { delay_minutes: number }) => delay_minutes)).toEqual([20, 0])
    expect([trip_status, await lateFor(market, ann)]).toEqual(['assigned', null])
    expect(ok(await dales.booking(ann)).progress.events.at(-1)).toMatchObject({ status: 'delayed', delay_minutes: 0 })
  })

  test('can be undone within two minutes, without undoing a step', async () => {
    const market = await openShared()
    const { pat, ann } = await readyCab(market)
    ok(await pat.report(ann, 'en_route'))
    ok(await pat.report(ann, 'delayed', { delay_minutes: 10 }))
    ok(await pat.report(ann, 'delayed', { delay_minutes: 20 }))
    const back = ok(await pat.report(ann, 'delayed', { undo: true }))
    expect(back.events.at(-1)).toMatchObject({ status: 'reverted', reverts_event_id: back.events[2].id })
    expect([back.trip_status, await lateFor(market, ann)]).toEqual(['en_route', 10])
    expect(ok(await pat.report(ann, 'delayed', { undo: true })).events).toHaveLength(4)
    await market.advance(minutes(3))
    ok(await pat.report(ann, 'stop_reached'))
    await market.advance(minutes(3))
    expect(statusAndCode(await pat.report(ann, 'stop_reached', { undo: true }))).toBe('409 undo_expired')
  })
})
