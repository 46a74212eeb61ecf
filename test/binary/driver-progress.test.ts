import { expect, test } from 'bun:test'
import { assignedTrip, type DriverClient, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
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

const openShared = shareMarket()

const oneWay = { returns_at: null }

/** A driver with a checked vehicle and a trip that departs in three hours. */
async function readyCab(
  market: Market,
  fields: object = {},
): Promise<{ dales: OperatorClient; pat: DriverClient; ann: CustomerClient }> {
  const dales = await market.operator('Dales Coaches', { email: 'office@dales.example' })
  const pat = await signInDriver(dales)
  const ann = await assignedTrip(pat, { departsIn: hours(3), ...oneWay, ...fields })
  ok(await pat.submitVehicleCheck())
  return { dales, pat, ann }
}

const eventsOf = (trip: { events: { status: string }[] }) => trip.events.map(({ status }) => status)

test('refuses a step out of order with the allowed steps, and changes nothing', async () => {
  const market = await openShared()
  const { dales, pat, ann } = await readyCab(market)

  const refused = await pat.report(ann, 'on_board')
  expect([refused.status, refused.json.error]).toMatchObject([
    409,
    { code: 'invalid_transition', current_status: 'pending', allowed: ['en_route'] },
  ])
  await pat.reportSteps(ann, 'en_route', 'arrived', 'on_board')
  expect((await pat.report(ann, 'no_show', { contact_attempted: true })).json.error).toMatchObject({
    code: 'invalid_transition',
    current_status: 'on_board',
    allowed: ['completed'],
  })
  await pat.reportSteps(ann, 'completed')
  expect((await pat.report(ann, 'no_show', { contact_attempted: true })).json.error).toMatchObject({ allowed: [] })
  expect(ok(await dales.booking(ann)).progress.events).toHaveLength(4)
})

test('refuses a departure earlier than twelve hours before the leg', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const ann = await assignedTrip(pat, { departsIn: hours(13), ...oneWay })
  ok(await pat.submitVehicleCheck())
  const { departs_at, next_steps } = ok(await pat.trip(ann))

  const early = (await pat.report(ann, 'en_route')).json.error
  expect(early).toMatchObject({ code: 'invalid_transition', current_status: 'pending', not_before: next_steps[0].not_before })
  expect(Date.parse(departs_at) - Date.parse(early.not_before)).toBe(hours(12) * 1_000)

  await market.advanceTo(early.not_before, 1)
  ok(await pat.submitVehicleCheck())
  expect(statusAndCode(await pat.report(ann, 'en_route'))).toBe('200')
})

test('accepts late and repeated reports of an offline phone, and stores each once', async () => {
  const market = await openShared()
  const { dales, pat, ann } = await readyCab(market)
  const at = [0, 600, 1_200, 3_600].map((seconds) => market.at(seconds))
  await market.advance(hours(4))

  const steps = ['en_route', 'arrived', 'on_board', 'completed'] as const
  for (const [nth, step] of steps.entries()) ok(await pat.report(ann, step, { occurred_at: at[nth] }))
  const log = ok(await dales.booking(ann)).progress.events
  expect(log.map(({ occurred_at }: { occurred_at: string }) => Date.parse(occurred_at))).toEqual(
    at.map((instant) => Date.parse(instant)),
  )
  expect(log.every((one: { received_at: string }) => Date.parse(one.received_at) > Date.parse(at[3] ?? ''))).toBe(true)

  for (const [nth, step] of steps.entries()) ok(await pat.report(ann, step, { occurred_at: at[nth] }))
  ok(await pat.report(ann, 'completed'))
  expect(ok(await dales.booking(ann)).progress.events).toHaveLength(4)
})

test('stores one event for simultaneous reports of the same step', async () => {
  const market = await openShared()
  const { dales, pat, ann } = await readyCab(market)

  const answers = await Promise.all(Array.from({ length: 20 }, () => pat.report(ann, 'en_route')))

  expect(answers.map(statusAndCode)).toEqual(Array.from({ length: 20 }, () => '200'))
  expect(ok(await dales.booking(ann)).progress.events).toHaveLength(1)
})

test('replays the first answer to a report with the same idempotency key', async () => {
  const market = await openShared()
  const { pat, ann } = await readyCab(market)
  const body = { status: 'en_route', occurred_at: market.at(0) }
  const path = `/trips/${ann.ref}/progress`

  const first = await pat.call('POST', path, body, 'once')
  await pat.reportSteps(ann, 'arrived')
  const second = await pat.call('POST', path, body, 'once')

  expect([second.status, second.text]).toEqual([200, first.text])
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(statusAndCode(await pat.call('POST', path, { ...body, note: 'Other.' }, 'once'))).toBe('409 idempotency_key_reused')
})

test('rejects an invalid report, and names the field', async () => {
  const market = await openShared()
  const { pat, ann } = await readyCab(market)
  const refused = async (status: string, more: object) => {
    const answer = await pat.report(ann, status, more)
    return [answer.status, Object.keys(answer.json.error?.fields ?? {})]
  }

  expect(await refused('en_route', { occurred_at: market.at(hours(24) + 60) })).toEqual([422, ['occurred_at']])
  expect(await refused('en_route', { leg: 2 })).toEqual([422, ['leg']])
  expect(await refused('en_route', { latitude: 53.7 })).toEqual([422, ['longitude']])
  expect(await refused('vanished', {})).toEqual([422, ['status']])
  expect(await refused('en_route', { note: 'x'.repeat(501) })).toEqual([422, ['note']])
})

test('accepts a no-show only after the wait and an attempt to contact the group', async () => {
  const market = await openShared()
  const { dales, pat, ann } = await readyCab(market)
  const arrived = await pat.reportSteps(ann, 'en_route', 'arrived')
  expect(arrived.next_steps).toEqual([
    { status: 'on_board', leg: 1, not_before: null },
    { status: 'no_show', leg: 1, not_before: arrived.no_show_allowed_at },
  ])

  const untried = await pat.report(ann, 'no_show')
  expect([untried.status, Object.keys(untried.json.error.fields)]).toEqual([422, ['contact_attempted']])
  const early = await pat.report(ann, 'no_show', { contact_attempted: true })
  expect([early.status, early.json.error]).toMatchObject([
    409,
    { code: 'no_show_too_early', allowed_at: arrived.no_show_allowed_at },
  ])

  await market.advance(minutes(15))
  expect(ok(await pat.report(ann, 'no_show', { contact_attempted: true }))).toMatchObject({
    trip_status: 'no_show',
    next_steps: [],
    legs: [{ status: 'no_show' }],
  })
  expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'no_show', payout: { status: 'scheduled' } })
})

test('requires a wait of 45 minutes at an airport', async () => {
  const market = await openShared()
  const pickup = { label: 'Leeds Bradford Airport', kind: 'airport', locality: 'Leeds' }
  const { pat, ann } = await readyCab(market, { pickup })
  const { no_show_allowed_at, events } = await pat.reportSteps(ann, 'en_route', 'arrived')
  expect(Date.parse(no_show_allowed_at) - Date.parse(events[1].occurred_at)).toBe(minutes(45) * 1_000)

  await market.advance(minutes(44))
  expect(statusAndCode(await pat.report(ann, 'no_show', { contact_attempted: true }))).toBe('409 no_show_too_early')
  await market.advance(minutes(2))
  expect(statusAndCode(await pat.report(ann, 'no_show', { contact_attempted: true }))).toBe('200')
})

test('undoes a step within two minutes, also the last one of the trip', async () => {
  const market = await openShared()
  const { dales, pat, ann } = await readyCab(market)
  const arrived = await pat.reportSteps(ann, 'en_route', 'arrived')
  expect(Date.parse(arrived.undo_until) - Date.parse(arrived.events[1].received_at)).toBeGreaterThanOrEqual(120_000)

  const back = ok(await pat.report(ann, 'arrived', { undo: true }))
  expect([back.trip_status, eventsOf(back)]).toEqual(['en_route', ['en_route', 'arrived', 'reverted']])
  expect(eventsOf(ok(await pat.report(ann, 'arrived', { undo: true })))).toHaveLength(3)

  await pat.reportSteps(ann, 'arrived', 'on_board', 'completed')
  expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'completed', payout: { status: 'scheduled' } })
  expect(ok(await pat.report(ann, 'completed', { undo: true }))).toMatchObject({ trip_status: 'on_board' })
  expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'on_board', payout: { status: 'pending' } })
  expect(ok(await dales.payouts())[0]).toMatchObject({ status: 'pending', scheduled_for: null })

  await market.advance(125)
  expect(ok(await pat.trip(ann)).undo_until).toBeNull()
  expect(statusAndCode(await pat.report(ann, 'on_board', { undo: true }))).toBe('409 undo_expired')

  const { ends_at } = ok(await dales.booking(ann))
  await market.advanceTo(ends_at, hours(24) + 1)
  await eventually(async () => ok(await dales.booking(ann)).payout.status === 'scheduled')
})

test('requires a walkaround check of the day before departure, unless the operator switches it off', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { token } = await addSignedInPerson(market, dales.ref)
  const pat = await signInDriver(dales)
  const ann = await assignedTrip(pat, { departsIn: days(2), ...oneWay })
  ok(await pat.submitVehicleCheck())
  await market.advance(days(1) + hours(20))

  const refused = await pat.report(ann, 'en_route')
  expect([refused.status, refused.json.error]).toMatchObject([
    409,
    { code: 'vehicle_check_required', current_status: 'assigned' },
  ])
  ok(await pat.submitVehicleCheck({ kind: 'post_trip' }))
  ok(await pat.submitVehicleCheck({ vehicle_reg: 'AB12 CDE' }))
  expect(statusAndCode(await pat.report(ann, 'en_route'))).toBe('409 vehicle_check_required')

  ok(await market.call('PATCH', '/portal/v1/operator', { token, body: { settings: { vehicle_check_required: false } } }))
  expect(statusAndCode(await pat.report(ann, 'en_route'))).toBe('200')
})

test('refuses departure in an unsafe vehicle and notifies the operator, until a later check passes', async () => {
  const market = await openShared()
  const { dales, pat, ann } = await readyCab(market)
  const brakes = { code: 'brakes', result: 'defect', severity: 'dangerous', note: 'Pedal to the floor.' }

  const unsafe = ok(
    await pat.submitVehicleCheck({
      vehicle_reg: ' yx20  abc ',
      items: [brakes, { code: 'horn', result: 'ok' }],
      trip_ref: ann.ref,
    }),
  )
  expect(unsafe).toMatchObject({
    vehicle_reg: 'YX20 ABC',
    result: 'unsafe',
    nil_defect: false,
    trip_ref: ann.ref,
    resolved_at: null,
  })
  expect(statusAndCode(await pat.report(ann, 'en_route'))).toBe('409 vehicle_unsafe')
  const booking = ok(await dales.booking(ann))
  expect(booking.vehicle_check).toMatchObject({ id: unsafe.id, result: 'unsafe' })
  expect(booking.assignment.warnings.map(({ code }: { code: string }) => code)).toContain('vehicle_unsafe')
  const [mail] = await eventually(() => {
    const mails = market.server.mails().filter(({ subject }) => subject === 'YX20 ABC is unsafe')
    return mails.length > 0 ? mails : null
  })
  expect(mail).toMatchObject({ to: 'office@dales.example', text: expect.stringContaining('brakes (dangerous)') })

  await market.advance(60)
  const fixed = ok(await pat.submitVehicleCheck({ items: [{ code: 'horn', result: 'defect', severity: 'minor' }] }))
  expect(fixed).toMatchObject({ result: 'safe_with_defects', nil_defect: false })
  expect(statusAndCode(await pat.report(ann, 'en_route'))).toBe('200')
  expect(ok(await pat.submitVehicleCheck({ safe_to_drive: false })).result).toBe('unsafe')
})

test('applies the vehicle check that was valid at the time of a late report', async () => {
  const market = await openShared()
  const { pat, ann } = await readyCab(market)
  const [off, found, fixed] = [minutes(10), minutes(20), minutes(40)].map((seconds) => market.at(seconds))
  await market.advance(hours(1))
  ok(await pat.submitVehicleCheck({ checked_at: found, safe_to_drive: false }))
  expect(statusAndCode(await pat.report(ann, 'en_route'))).toBe('409 vehicle_unsafe')
  expect(ok(await pat.report(ann, 'en_route', { occurred_at: off }))).toMatchObject({ trip_status: 'en_route' })
  ok(await pat.report(ann, 'en_route', { undo: true }))

  ok(await pat.submitVehicleCheck({ checked_at: fixed }))
  expect(statusAndCode(await pat.report(ann, 'en_route', { occurred_at: found }))).toBe('409 vehicle_unsafe')
  expect(statusAndCode(await pat.report(ann, 'en_route', { occurred_at: fixed }))).toBe('200')
})

test('limits the length of a registration in its stored form', async () => {
  const market = await openShared()
  const { dales, pat, ann } = await readyCab(market)
  const { token } = await addSignedInPerson(market, dales.ref)
  const fleet = (method: string, path: string, body: object) => market.call(method, `/portal/v1/vehicles${path}`, { token, body })
  const { id } = ok(await fleet('POST', '', { registration: 'AA11 AAA', type: 'coach_49', seats: 49 }))
  const senders = [
    (reg: string) => dales.assign(ann, pat.id, reg),
    (reg: string) => pat.submitVehicleCheck({ vehicle_reg: reg }),
    (reg: string) => fleet('POST', '', { registration: reg, type: 'coach_49', seats: 49 }),
    (reg: string) => fleet('PATCH', `/${id}`, { registration: reg }),
  ]
  for (const [nth, send] of senders.entries()) {
    const field = nth < 2 ? 'vehicle_reg' : 'registration'
    for (const tooLong of ['ß'.repeat(11), `AB12${' '.repeat(3)}${'x'.repeat(16)}`, 'x'.repeat(21)]) {
      const { status, json } = await send(tooLong)
      const sentence = `The ${field} field must not be greater than 20 characters.`
      expect([nth, status, json.error.fields]).toEqual([nth, 422, { [field]: [sentence] }])
    }
    for (const broken of ['AB12\nCDE', ' '.repeat(30), '', 7]) {
      const { status, json } = await send(broken as string)
      expect([nth, status, Object.keys(json.error.fields)]).toEqual([nth, 422, [field]])
    }
  }
  const spaced = (letter: string) => `  ${letter.repeat(10)}${' '.repeat(30)}straße12  `
  expect(ok(await dales.assign(ann, pat.id, spaced('a'))).assignment.vehicle_reg).toBe('AAAAAAAAAA STRASSE12')
  expect(ok(await pat.submitVehicleCheck({ vehicle_reg: spaced('b') })).vehicle_reg).toBe('BBBBBBBBBB STRASSE12')
  const { registration } = ok(await fleet('PATCH', `/${id}`, { registration: spaced('c') }))
  expect(registration).toBe('CCCCCCCCCC STRASSE12')
})

test('rejects an inconsistent walkaround check', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const refused = async (more: object) => {
    const { status, json } = await pat.submitVehicleCheck(more)
    return [status, Object.keys(json.error?.fields ?? {})]
  }

  expect(await refused({ declaration: false })).toEqual([422, ['declaration']])
  expect(await refused({ items: [{ code: 'flux_capacitor', result: 'ok' }] })).toEqual([422, ['items.0.code']])
  expect(await refused({ items: [{ code: 'horn', result: 'defect' }] })).toEqual([422, ['items.0.severity']])
  expect(await refused({ items: [{ code: 'horn', result: 'ok', severity: 'minor' }] })).toEqual([422, ['items.0.severity']])
  expect(await refused({ checked_at: market.at(hours(24) + 60) })).toEqual([422, ['checked_at']])
  expect(await refused({ vehicle_reg: 'x'.repeat(21) })).toEqual([422, ['vehicle_reg']])
  expect(statusAndCode(await pat.submitVehicleCheck({ trip_ref: 'TR-000000' }))).toBe('404 not_found')
})

test('accepts progress from an operator’s user, and not from a key', async () => {
  const market = await openShared()
  const { dales, pat, ann } = await readyCab(market)
  const office = await addSignedInPerson(market, dales.ref, 'dispatcher')
  const path = `/portal/v1/bookings/${ann.ref}/progress`
  const report = (status: string, token = office.token, more: object = {}) =>
    market.call('POST', path, { token, body: { status, occurred_at: market.at(0), ...more } })

  expect(statusAndCode(await report('en_route', dales.token))).toBe('403 wrong_credential')
  expect(statusAndCode(await report('en_route', pat.token))).toBe('403 wrong_credential')
  expect(statusAndCode(await market.call('POST', path, { token: dales.token, body: {} }))).toBe('403 wrong_credential')
  expect(statusAndCode(await report('arrived'))).toBe('409 invalid_transition')
  expect(ok(await report('en_route'))).toMatchObject({ trip_status: 'en_route', progress: { events: [{ by: 'operator' }] } })

  expect(statusAndCode(await pat.report(ann, 'en_route', { undo: true }))).toBe('409 invalid_transition')
  ok(await report('en_route', office.token, { undo: true }))
  await pat.reportSteps(ann, 'en_route', 'arrived')
  ok(await report('on_board'))
  expect(ok(await report('completed'))).toMatchObject({ trip_status: 'completed', payout: { status: 'scheduled' } })

  const other = await market.operator('Peak Coaches')
  const stranger = await addSignedInPerson(market, other.ref)
  expect(statusAndCode(await report('en_route', stranger.token))).toBe('404 not_found')
  const nobody = await market.bookedTrip(dales, { departsIn: hours(3), ...oneWay })
  const unstaffed = await market.call('POST', `/portal/v1/bookings/${nobody.ref}/progress`, {
    token: office.token,
    body: { status: 'en_route', occurred_at: market.at(0) },
  })
  expect(unstaffed.json.error).toMatchObject({ code: 'invalid_transition', current_status: 'unassigned', allowed: [] })
})

test('accepts incidents until 14 days after the end, without changing the trip', async () => {
  const market = await openShared()
  const { dales, pat, ann } = await readyCab(market)
  const reportIncident = (more: object = {}) =>
    pat.call('POST', `/trips/${ann.ref}/incidents`, {
      kind: 'delay',
      severity: 'medium',
      occurred_at: market.at(0),
      note: 'Stuck behind a tractor.',
      delay_minutes: 20,
      ...more,
    })

  await pat.reportSteps(ann, 'en_route')
  const made = await reportIncident({ latitude: 53.9, longitude: -1.4 })
  expect(made.status).toBe(201)
  expect(Object.keys(made.data)).toEqual([
    'id',
    'ref',
    'kind',
    'severity',
    'status',
    'occurred_at',
    'note',
    'delay_minutes',
    'created_at',
  ])
  expect(made.data).toMatchObject({ ref: ann.ref, kind: 'delay', status: 'open', delay_minutes: 20 })
  expect(ok(await dales.booking(ann))).toMatchObject({ trip_status: 'en_route', incidents: [made.data] })
  expect(ok(await pat.trip(ann)).incidents).toEqual([made.data])
  expect(statusAndCode(await reportIncident({ kind: 'alien' }))).toBe('422 validation_failed')
  expect(statusAndCode(await reportIncident({ occurred_at: market.at(hours(24) + 60) }))).toBe('422 validation_failed')
  expect(statusAndCode(await reportIncident({ longitude: -1.4 }))).toBe('422 validation_failed')

  await pat.reportSteps(ann, 'arrived', 'on_board', 'completed')
  const { ends_at } = ok(await dales.booking(ann))
  await market.advanceTo(ends_at, days(14) - 60)
  expect(statusAndCode(await reportIncident({ kind: 'lost_property' }))).toBe('201')
  await market.advance(120)
  expect(statusAndCode(await reportIncident())).toBe('409 trip_finished')
})

test('stores a location repeated in one call once, and any that differs', async () => {
  const market = await openShared()
  const { pat, ann } = await readyCab(market)
  ok(await pat.setLocationConsent(true))
  await pat.reportSteps(ann, 'en_route')
  const [now, next] = [market.at(1), market.at(2)]
  const here = { recorded_at: now, latitude: 53.79, longitude: -1.54 }
  const points = [
    here,
    { ...here, accuracy_m: 8 },
    { ...here, recorded_at: now.replace('Z', '.000+00:00') },
    { ...here, latitude: 53.8 },
    { ...here, longitude: -1.55 },
    { ...here, recorded_at: next },
  ]

  const { data } = await pat.call('POST', '/locations', { points })
  expect(data).toEqual({ accepted: 5, ignored: 1, tracking: true, interval_seconds: 15 })
  expect(ok(await pat.call('GET', '/privacy/export')).categories.locations.records).toHaveLength(5)
})

test('stores locations only with consent and during a leg', async () => {
  const market = await openShared()
  const { dales, pat, ann } = await readyCab(market)
  const sent = async (...at: string[]) => {
    const answer = await pat.sendLocations(...at)
    expect(answer.status).toBe(202)
    return answer.data
  }
  const nothing = { accepted: 0, ignored: 1, tracking: false, interval_seconds: 15 }

  await pat.reportSteps(ann, 'en_route')
  expect(await sent(market.at(0))).toEqual(nothing)
  ok(await pat.setLocationConsent(true))
  const before = market.at(-30)
  expect(await sent(before, market.at(0), market.at(minutes(30)))).toEqual({
    ...nothing,
    accepted: 2,
    ignored: 1,
    tracking: true,
    occurred_at_adjusted: true,
  })
  expect(ok(await dales.booking(ann)).progress.last_location).toMatchObject({ latitude: 53.79, longitude: -1.54, accuracy_m: 8 })

  expect(ok(await pat.setLocationConsent(false))).toMatchObject({ location_tracking: false })
  expect(await sent(market.at(0))).toEqual(nothing)
  ok(await pat.setLocationConsent(true))
  await pat.reportSteps(ann, 'arrived', 'on_board')
  await market.advance(minutes(10))
  const late = market.at(-60)
  await pat.reportSteps(ann, 'completed')
  await market.advance(minutes(10))
  expect(await sent(late, market.at(0))).toEqual({ ...nothing, accepted: 1, ignored: 1 })
  expect(ok(await dales.booking(ann)).progress.last_location).toBeNull()

  const body = { points: Array.from({ length: 201 }, () => ({ recorded_at: market.at(0), latitude: 1, longitude: 1 })) }
  expect(statusAndCode(await pat.call('POST', '/locations', body))).toBe('422 validation_failed')
  expect(statusAndCode(await pat.call('POST', '/locations', { points: [] }))).toBe('422 validation_failed')
  const nowhere = { points: [{ recorded_at: market.at(0), latitude: 91, longitude: 1 }] }
  expect(Object.keys((await pat.call('POST', '/locations', nowhere)).json.error.fields)).toEqual(['points.0.latitude'])
})
