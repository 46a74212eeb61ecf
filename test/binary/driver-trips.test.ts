import { expect, test } from 'bun:test'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, minutes, ok, statusAndCode } from '../support/market.ts'
import { addSignedInPerson, exchangeLinkToken, linkTokenIn } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
/** Market with emails that name the day, so only its last test moves the clock. */
const openMailing = shareMarket()

/** Departure in two days at a fixed time, since emails name the minute. */
const onThursday = { departsIn: days(2), departs_at: '2027-03-04T08:00:00Z' }

/** Lists every key of a body, at any depth. */
function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [key, ...keysOf(item)])
}

test('follows a return trip from assignment to payout for the driver and the operator', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const pat = await signInDriver(dales, { phone: '07700 900111' })
  const ann = await market.bookedTrip(dales, { departsIn: days(20), coach_stays_with_group: true, driving_seconds: 7_200 })
  const answers: string[] = []
  const record = (answer: Awaited<ReturnType<typeof pat.trip>>) => {
    answers.push(answer.text)
    return ok(answer)
  }

  ok(await dales.assign(ann, pat.id))
  const [listed] = record(await pat.trips())
  expect(listed).toMatchObject({ ref: ann.ref, status: 'active', trip_status: 'assigned', acknowledged_at: null })
  expect(listed.legs).toBeUndefined()

  const seen = async () =>
    (await market.server.ask<{ seen_at: number | null }>('select seen_at from assignments where driver_id = ?', pat.id))[0]
      ?.seen_at ?? null
  expect(await seen()).toBeNull()
  const kept = ok(await pat.call('GET', `/trips/${ann.ref}?reading=ahead`))
  expect(await seen()).toBeNull()
  const opened = record(await pat.trip(ann))
  const firstSight = await seen()
  expect(firstSight).toBeGreaterThan(0)
  // Each read signs a new URL.
  expect({ ...kept, job_sheet_url: opened.job_sheet_url }).toEqual(opened)
  expect(statusAndCode(await pat.call('GET', `/trips/${ann.ref}?reading=tomorrow`))).toStartWith('422')
  expect(Object.keys(opened)).toEqual([
    'ref',
    'status',
    'trip_status',
    'trip_type',
    'timezone',
    'pickup',
    'dropoff',
    'departs_at',
    'returns_at',
    'legs',
    'passenger_count',
    'luggage',
    'accessibility',
    'notes',
    'flight',
    'distance_m',
    'driving_seconds',
    'distance_source',
    'vehicle',
    'contact',
    'contact_visible_from',
    'contact_visible_until',
    'operator',
    'assigned_at',
    'acknowledged_at',
    'acknowledge_by',
    'next_steps',
    'vehicle_check',
    'no_show_allowed_at',
    'undo_until',
    'events',
    'incidents',
    'duty',
    'job_sheet_url',
    'cancellation',
  ])
  const legs = (trip: { legs: { sequence: number; kind: string; status: string }[] }) =>
    trip.legs.map(({ kind, status }) => `${kind} ${status}`)
  expect(legs(opened)).toEqual(['transfer pending', 'standby pending', 'transfer pending'])
  expect(opened).toMatchObject({
    contact: null,
    operator: { name: 'Dales Coaches', phone: '0113 496 0000' },
    vehicle: { registration: 'YX20 ABC', vehicle_id: null },
  })
  const notBefore = new Date(Date.parse(opened.departs_at) - hours(12) * 1_000).toISOString().replace('.000', '')
  expect(opened.next_steps).toEqual([{ status: 'en_route', leg: 1, not_before: notBefore }])

  await market.advance(60)
  ok(await pat.trip(ann))
  expect(await seen()).toBe(firstSight)

  expect(record(await pat.acknowledge(ann))).toMatchObject({ trip_status: 'acknowledged' })
  expect(ok(await dales.booking(ann))).toMatchObject({
    trip_status: 'acknowledged',
    progress: { status: 'acknowledged', leg: null },
  })
  expect(statusAndCode(await pat.acknowledge(ann))).toBe('200')

  await market.advanceTo(opened.contact_visible_from, -5)
  expect(record(await pat.trip(ann)).contact).toBeNull()
  await market.advance(10)
  expect(record(await pat.trip(ann)).contact).toEqual({ name: 'Ann Smith', phone: '07700 900123' })

  await market.advanceTo(opened.departs_at, -hours(1))
  expect(statusAndCode(await pat.report(ann, 'en_route'))).toBe('409 vehicle_check_required')
  ok(await pat.submitVehicleCheck({ trip_ref: ann.ref }))
  expect(record(await pat.report(ann, 'en_route'))).toMatchObject({
    trip_status: 'en_route',
    next_steps: [{ status: 'arrived', leg: 1, not_before: null }],
    vehicle_check: { result: 'safe', trip_ref: ann.ref, nil_defect: true, declaration: true },
  })
  ok(await pat.report(ann, 'delayed', { delay_minutes: 10, note: 'Roadworks.' }))
  await market.advance(minutes(40))
  ok(await pat.report(ann, 'arrived', { leg: 1 }))
  expect(record(await pat.report(ann, 'on_board', { passenger_count: 44 }))).toMatchObject({ trip_status: 'on_board' })
  await market.advance(hours(1))
  const between = record(await pat.report(ann, 'completed'))
  expect(between.trip_status).toBe('between_legs')
  expect(legs(between)).toEqual(['transfer completed', 'standby pending', 'transfer pending'])
  expect(between.next_steps).toMatchObject([{ status: 'en_route', leg: 3 }])
  expect(statusAndCode(await pat.report(ann, 'completed'))).toBe('200')

  await market.advanceTo(opened.returns_at, -hours(1))
  expect(legs(await pat.reportSteps(ann, 'en_route'))).toEqual(['transfer completed', 'standby completed', 'transfer en_route'])
  await pat.reportSteps(ann, 'arrived', 'on_board')
  await market.advance(hours(1))
  expect(record(await pat.report(ann, 'completed'))).toMatchObject({ trip_status: 'completed', next_steps: [] })

  const booking = ok(await dales.booking(ann))
  expect(booking).toMatchObject({ trip_status: 'completed', payout: { status: 'scheduled' }, vehicle_check: { result: 'safe' } })
  expect(booking.progress.events.map(({ leg, status }: { leg: number; status: string }) => `${leg} ${status}`)).toEqual([
    '1 en_route',
    '1 delayed',
    '1 arrived',
    '1 on_board',
    '1 completed',
    '3 en_route',
    '3 arrived',
    '3 on_board',
    '3 completed',
  ])
  expect(booking.progress.events.every(({ by }: { by: string }) => by === 'driver')).toBe(true)

  expect(ok(await pat.trips())).toEqual([])
  expect(record(await pat.trips('?filter=past'))).toMatchObject([{ ref: ann.ref, trip_status: 'completed' }])
  expect(answers.flatMap((text) => keysOf(JSON.parse(text))).filter((key) => key.endsWith('_amount'))).toEqual([])
  expect(answers.join()).not.toContain('ann@example.org')
})

test('answers 404 for a trip of another driver, also right after a reassignment', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const kim = await signInDriver(dales, { name: 'Kim Low' })
  const ann = await assignedTrip(pat, { departsIn: days(2) })

  expect((await kim.trip(ann)).text).toBe((await kim.trip({ ref: 'TR-000000' })).text)
  ok(await pat.trip(ann))

  ok(await dales.assign(ann, kim.id))

  expect(statusAndCode(await pat.trip(ann))).toBe('404 not_found')
  for (const answer of [
    pat.acknowledge(ann),
    pat.decline(ann),
    pat.report(ann, 'en_route'),
    pat.submitVehicleCheck({ trip_ref: ann.ref }),
  ]) {
    expect(statusAndCode(await answer)).toBe('404 not_found')
  }
  expect(ok(await pat.trips('?filter=all'))).toEqual([])
  expect(ok(await kim.trip(ann)).ref).toBe(ann.ref)
})

test('restarts the leg at a reassignment, and keeps it once passengers are on board', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const kim = await signInDriver(dales, { name: 'Kim Low' })
  const ann = await assignedTrip(pat, { departsIn: hours(3) })
  ok(await pat.submitVehicleCheck())
  await pat.reportSteps(ann, 'en_route', 'arrived')

  expect(ok(await dales.assign(ann, kim.id))).toMatchObject({ trip_status: 'assigned', needs_driver: false })
  const again = ok(await kim.trip(ann))
  expect(again).toMatchObject({ trip_status: 'assigned', next_steps: [{ status: 'en_route', leg: 1 }], undo_until: null })
  expect(again.events.map(({ status, by }: { status: string; by: string }) => `${status} ${by}`)).toEqual([
    'en_route driver',
    'arrived driver',
    'reverted system',
    'reverted system',
  ])
  await kim.reportSteps(ann, 'en_route', 'arrived', 'on_board')

  expect(ok(await dales.assign(ann, pat.id))).toMatchObject({ trip_status: 'on_board' })
  expect(await pat.reportSteps(ann, 'completed')).toMatchObject({ trip_status: 'between_legs' })

  const events = ok(await dales.booking(ann)).progress.events.length
  expect(ok(await dales.assign(ann, pat.id)).progress.events.length).toBe(events)
})

test('lists a trip from its assignment, however far ahead its departure', async () => {
  const market = await openMailing()
  const dales = await market.operator()
  const pat = await signInDriver(dales, { phone: '07700 900111' })
  const far = await assignedTrip(pat, { departsIn: days(300), departs_at: '2027-12-27T08:00:00Z' })
  const refs = async (query = '') => ok(await pat.trips(query)).map(({ ref }: { ref: string }) => ref)

  await eventually(() => market.server.mails().some(({ text }) => text.includes(far.ref)))
  expect([await refs(), await refs('?filter=all'), await refs('?filter=today')]).toEqual([[far.ref], [far.ref], []])
  expect(ok(await pat.trip(far))).toMatchObject({ trip_status: 'assigned', contact: null })
  expect(ok(await pat.acknowledge(far))).toMatchObject({ trip_status: 'acknowledged', contact: null })
  expect(await refs()).toEqual([far.ref])
  expect(ok(await pat.decline(far))).toEqual({ ref: far.ref, declined: true })
  expect(await refs()).toEqual([])

  ok(await dales.assign(far, pat.id))
  // A driver is notified of a cancellation only after the notice of the job.
  await eventually(
    () => market.server.mails().filter(({ text }) => text.includes('New job ') && text.includes(far.ref)).length === 2,
  )
  ok(await far.cancel())
  expect(ok(await pat.trip(far))).toMatchObject({ status: 'cancelled' })
  const news = 'Dales Coaches: Cancelled Mon 27 Dec: 08:00 Leeds Town Hall to York Minster. See the job: '
  await eventually(() => market.server.mails().some(({ text }) => text.startsWith(news)))
})

test('notifies a driver of a new job and of its removal', async () => {
  const market = await openMailing()
  const dales = await market.operator()
  const pat = await signInDriver(dales, { phone: '07700 900111' })
  const kim = await signInDriver(dales, { name: 'Kim Low', email: 'kim@example.org' })
  const ann = await assignedTrip(pat, { ...onThursday })
  const mailsTo = (to: string) => market.server.mails().filter((mail) => mail.to === to && mail.text.includes('Thu 4 Mar'))
  const driver = `${market.server.url}/driver`

  const [first] = await eventually(() => (mailsTo('07700 900111').length === 1 ? mailsTo('07700 900111') : null))
  expect(first?.text.trimEnd()).toBe(
    `Dales Coaches: New job Thu 4 Mar: 08:00 Leeds Town Hall to York Minster, YX20 ABC. Accept: ${driver}/trips/${ann.ref}`,
  )
  ok(await dales.assign(ann, pat.id))
  ok(await dales.assign(ann, kim.id))

  const [mail] = await eventually(() => (mailsTo('kim@example.org').length === 1 ? mailsTo('kim@example.org') : null))
  expect(mail?.text).toStartWith(
    [
      'Dales Coaches',
      'New job Thu 4 Mar: 08:00 Leeds → York',
      'Dales Coaches has assigned you this job in YX20 ABC; it departs Thu 4 Mar, 08:00.',
      'Accept the job in the driver app.',
      `Trip: Leeds → York, 45 passengers, return\nDeparts: Thu 4 Mar, 08:00\nVehicle: YX20 ABC\nReference: ${ann.ref}`,
    ].join('\n\n'),
  )
  expect(mail?.subject).toBe('New job Thu 4 Mar: 08:00 Leeds → York')
  expect(mail?.text).toContain(`${driver}/sign-in?to=%2Ftrips%2F${ann.ref}#cbl_`)
  expect(statusAndCode(await exchangeLinkToken(market, linkTokenIn(mail?.text ?? '')))).toBe('201')
  const both = await eventually(() => (mailsTo('07700 900111').length === 2 ? mailsTo('07700 900111') : null))
  expect(both[1]?.text.trimEnd()).toBe(
    `Dales Coaches: Job removed Thu 4 Mar: 08:00 Leeds Town Hall to York Minster. See your jobs: ${driver}/trips`,
  )
})

test('hides a declined trip from its driver, marks the booking unstaffed and notifies the operator', async () => {
  const market = await openMailing()
  const dales = await market.operator('Dales Coaches', { email: 'office@dales.example', admin_email: 'jo@dales.example' })
  const pat = await signInDriver(dales)
  const ann = await assignedTrip(pat, { ...onThursday })

  expect(statusAndCode(await pat.decline(ann, 'no'))).toBe('422 validation_failed')
  expect((await pat.decline(ann, 'My own wedding.')).json).toEqual({ data: { ref: ann.ref, declined: true } })

  expect(statusAndCode(await pat.trip(ann))).toBe('404 not_found')
  expect(ok(await dales.booking(ann))).toMatchObject({
    trip_status: 'unassigned',
    needs_driver: true,
    driver: null,
    assignment: { decline_reason: 'My own wedding.', driver: { id: pat.id } },
  })
  const notices = await eventually(() => {
    const mails = market.server.mails().filter(({ subject, text }) => subject.startsWith('No driver: ') && text.includes(ann.ref))
    return mails.length === 2 ? mails : null
  })
  expect(notices.map(({ to }) => to).sort()).toEqual(['jo@dales.example', 'office@dales.example'])
  expect(JSON.stringify(notices)).not.toContain('Pat Moss')
  expect(notices[0]?.text.trimEnd()).toBe(
    [
      'Dales Coaches',
      'No driver: Leeds → York, Thu 4 Mar',
      'The driver declined this job; assign another driver.',
      `Job: Leeds → York, 45 passengers, return\nDeparts: Thu 4 Mar, 08:00\nReference: ${ann.ref}`,
      `See the booking at Dales Coaches: ${market.server.url}/portal/bookings/${ann.ref}`,
      '-- \nYou receive this email because you work at Dales Coaches. Choose your notifications in your settings.',
    ].join('\n\n'),
  )

  ok(await dales.assign(ann, pat.id))
  await market.advance(days(1) + hours(20))
  ok(await pat.submitVehicleCheck())
  await pat.reportSteps(ann, 'en_route')
  const refused = await pat.decline(ann)
  expect(refused.json.error).toMatchObject({ code: 'invalid_transition', current_status: 'en_route', allowed: [] })
})

test('shows a cancelled trip to its driver, and refuses every action on it', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const ann = await assignedTrip(pat, { departsIn: days(2) })
  ok(await ann.cancel())
  const { cancelled_at: at } = ok(await dales.booking(ann))

  expect(ok(await pat.trip(ann))).toMatchObject({ status: 'cancelled', next_steps: [], contact: null, no_show_allowed_at: null })
  expect(ok(await pat.trips())).toMatchObject([{ ref: ann.ref, status: 'cancelled' }])
  // The customer's reason is shown to the operator only.
  expect(ok(await pat.trip(ann)).cancellation).toEqual({ by: 'customer', reason: null, at })
  const incident = { kind: 'other', severity: 'low', occurred_at: market.at(0), note: 'Nobody told me.' }
  const tasks = [
    pat.acknowledge(ann),
    pat.decline(ann),
    pat.report(ann, 'en_route'),
    pat.call('POST', `/trips/${ann.ref}/incidents`, incident),
  ]
  for (const answer of tasks) {
    const { status, json } = await answer
    expect([status, json.error.code, json.error.current_status]).toEqual([409, 'trip_cancelled', 'cancelled'])
  }
  await market.advance(days(3))
  expect(ok(await pat.trips())).toEqual([])
  expect(ok(await pat.trips('?filter=past'))).toHaveLength(1)
})

test('shows the driver the reason when the operator or the platform cancels', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const [ours, theirs] = [await assignedTrip(pat, { departsIn: days(2) }), await assignedTrip(pat, { departsIn: days(3) })]
  expect(ok(await pat.trip(ours)).cancellation).toBeNull()
  const { token } = await addSignedInPerson(market, dales.ref)
  const body = { reason: 'The axle is broken.' }
  ok(await market.call('POST', `/portal/v1/bookings/${ours.ref}/cancel`, { token, body }))
  ok(await market.platform('POST', `/trips/${theirs.ref}/cancel`, { reason: 'The road is closed.' }))
  expect(ok(await pat.trip(ours)).cancellation).toMatchObject({ by: 'operator', reason: 'The axle is broken.' })
  expect(ok(await pat.trip(theirs)).cancellation).toMatchObject({ by: 'platform', reason: 'The road is closed.' })
})

test('filters lists by the time zone of each trip', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  // The clock moves to 13:00 UTC, so that the local dates below are known.
  const toMidnight = days(1) - ((market.now() / 1_000) % days(1))
  await market.advance(Math.ceil(toMidnight) + hours(13))
  const one_way = { returns_at: null, legs: undefined }
  // At 13:00 UTC it is one or two o'clock of the next day in Auckland.
  const auckland = await assignedTrip(pat, { departsIn: hours(1), timezone: 'Pacific/Auckland', ...one_way })
  const london = await assignedTrip(pat, { departsIn: hours(2), ...one_way })
  const tomorrow = await assignedTrip(pat, { departsIn: hours(20), ...one_way })
  const refs = async (query: string) => ok(await pat.trips(query)).map(({ ref }: { ref: string }) => ref)

  expect(await refs('?filter=today')).toEqual([auckland.ref, london.ref])
  expect(await refs('')).toEqual([auckland.ref, london.ref, tomorrow.ref])
  expect(await refs('?filter=all')).toEqual([tomorrow.ref, london.ref, auckland.ref])
  expect(statusAndCode(await pat.trips('?filter=soon'))).toBe('422 validation_failed')

  const page = (await pat.trips('?filter=all&per_page=2&page=2')).json
  expect(page.data.map(({ ref }: { ref: string }) => ref)).toEqual([auckland.ref])
  expect(page.meta).toMatchObject({ current_page: 2, per_page: 2, total: 3, last_page: 2 })
  expect(page.links.first).toContain('/api/v1/driver/trips?filter=all&per_page=2&page=1')

  // Twelve hours later it is 01:00 of the next day in London, and 13:00 or 14:00 of the same day in Auckland.
  await market.advance(hours(12))
  expect(await refs('?filter=today')).toEqual([auckland.ref, tomorrow.ref])
})

test('completes a trip 24 hours after its end when the driver did not', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const ann = await assignedTrip(pat, { departsIn: hours(3) })
  ok(await pat.submitVehicleCheck())
  await pat.reportSteps(ann, 'en_route', 'arrived', 'on_board')
  const { ends_at } = ok(await dales.booking(ann))

  await market.advanceTo(ends_at, hours(24) - 30)
  expect(ok(await dales.booking(ann)).trip_status).toBe('on_board')
  await market.advance(60)

  const booking = await eventually(async () => {
    const found = ok(await dales.booking(ann))
    return found.trip_status === 'completed' ? found : null
  })
  const log = booking.progress.events.map(
    ({ leg, status, by }: { leg: number; status: string; by: string }) => `${leg} ${status} ${by}`,
  )
  expect(log).toEqual(['1 en_route driver', '1 arrived driver', '1 on_board driver', '1 completed system', '2 completed system'])
  expect(booking.payout.status).toBe('scheduled')
  const seen = ok(await pat.trip(ann))
  expect(seen.legs.map(({ status }: { status: string }) => status)).toEqual(['completed', 'completed'])
  expect(statusAndCode(await pat.report(ann, 'completed'))).toBe('200')
  expect(statusAndCode(await pat.report(ann, 'arrived', { leg: 2 }))).toBe('409 invalid_transition')
  expect(statusAndCode(await pat.decline(ann))).toBe('409 trip_finished')
  expect(statusAndCode(await pat.report(ann, 'completed', { undo: true }))).toBe('409 invalid_transition')
})
