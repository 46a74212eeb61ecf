import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assignedTrip, signInDriver } from '../support/driver-client.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, type Market, ok, openMarket, statusAndCode } from '../support/market.ts'
import { addSignedInPerson, messagesTo, signInDriverByLink } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

const oneWay = { returns_at: null }

/** Reads the bytes of the database files as text. */
function fileOf(market: Market): string {
  const path = join(market.server.dataDir, 'charabanc.sqlite')
  return ['', '-wal', '-shm']
    .map((ending) => path + ending)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n')
}

test('shows a driver their profile, and changes only the driver’s own fields', async () => {
  const market = await openShared()
  const dales = await market.operator('Dales Coaches', { phone: '0113 496 0000' })
  const pat = await signInDriver(dales, {
    phone: '07700 900111',
    license_number: 'MOSS901234P99AB',
    license_expires_at: market.at(days(30)),
  })

  const me = ok(await pat.call('GET', '/me'))
  expect(me).toEqual({
    id: pat.id,
    name: 'Pat Moss',
    phone: '07700 900111',
    email: null,
    locale: null,
    operator: { operator_ref: dales.ref, name: 'Dales Coaches', phone: '0113 496 0000' },
    license_expires_at: expect.stringMatching(/Z$/),
    dbs_expires_at: null,
    compliance: { license: 'expiring', dbs: 'missing' },
    emergency_contact_name: null,
    emergency_contact_phone: null,
    notify_by_sms: true,
    consents: { location_tracking: false },
    erasure: null,
    settings: { no_show_wait_minutes: 15, vehicle_check_required: true, location_interval_seconds: 15 },
  })

  const change = { locale: 'cy-GB', emergency_contact_name: 'Lou', notify_by_sms: false, name: 'Somebody else', id: 99 }
  expect(ok(await pat.call('PATCH', '/me', change))).toEqual({
    ...me,
    locale: 'cy-GB',
    emergency_contact_name: 'Lou',
    notify_by_sms: false,
  })
  expect(ok(await pat.call('PATCH', '/me', { emergency_contact_name: null }))).toMatchObject({
    locale: 'cy-GB',
    emergency_contact_name: null,
  })
  const refused = async (body: object) => Object.keys((await pat.call('PATCH', '/me', body)).json.error.fields)
  expect(await refused({ locale: 'no such tongue' })).toEqual(['locale'])
  expect(await refused({ emergency_contact_phone: '0'.repeat(25) })).toEqual(['emergency_contact_phone'])
  expect(await refused({ notify_by_sms: 'yes' })).toEqual(['notify_by_sms'])
})

test('stores a push token for each device', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const tablet = await signInDriverByLink(market, dales.ref, pat.id)
  const register = (token: string, body: object) => market.call('PUT', '/api/v1/driver/push-token', { token, body })

  expect(ok(await register(pat.token, { platform: 'ios', token: 'apns-1' }))).toEqual({ registered: true })
  expect(ok(await register(tablet.token, { platform: 'android', token: 'fcm-2' }))).toEqual({ registered: true })
  const kept = () =>
    market.server.ask(
      'select push_platform, encrypted_push_token is not null as has_token from devices where driver_id = ? order by id',
      pat.id,
    )
  expect(await kept()).toEqual([
    { push_platform: 'ios', has_token: 1 },
    { push_platform: 'android', has_token: 1 },
  ])

  expect(ok(await register(pat.token, { platform: 'ios', token: null }))).toEqual({ registered: false })
  expect((await kept())[0]).toEqual({ push_platform: null, has_token: 0 })
  expect(statusAndCode(await register(pat.token, { platform: 'fax', token: 'x' }))).toBe('422 validation_failed')
  expect(statusAndCode(await register(pat.token, { platform: 'web' }))).toBe('422 validation_failed')
})

test('keeps a history of consent', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)

  expect(ok(await pat.setLocationConsent(true))).toMatchObject({
    location_tracking: true,
    history: [{ location_tracking: true }],
  })
  expect(ok(await pat.setLocationConsent(true)).history).toHaveLength(1)
  expect(
    ok(await pat.setLocationConsent(false)).history.map((one: { location_tracking: boolean }) => one.location_tracking),
  ).toEqual([true, false])
  expect(ok(await pat.call('GET', '/me')).consents).toEqual({ location_tracking: false })
})

test('exports a driver’s data twice a day, without customer data', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales, {
    email: 'pat@example.org',
    dbs_certificate_number: '001234567890',
    dbs_check_kind: 'enhanced',
  })
  ok(await dales.get('/drivers'))
  const ann = await assignedTrip(pat, { departsIn: hours(3), ...oneWay })
  ok(await pat.setLocationConsent(true))
  ok(await pat.submitVehicleCheck({ trip_ref: ann.ref }))
  ok(await pat.report(ann, 'en_route', { latitude: 53.8, longitude: -1.5, note: 'Off we go.' }))
  ok(await pat.sendLocations(market.at(0)))
  await market.advance(60)

  const answer = await pat.call('GET', '/privacy/export')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="driver-\d+-\d{4}-\d\d-\d\d\.json"$/)
  const { driver_id, categories } = ok(answer)
  expect(driver_id).toBe(pat.id)
  for (const { purpose, retention } of Object.values(categories) as { purpose: string; retention: string }[]) {
    expect([purpose.length > 10, retention.length > 5]).toEqual([true, true])
  }
  const held = Object.entries(categories as Record<string, { records: unknown[] }>)
  const counts = held.map(([name, { records }]) => [name, records.length])
  expect(Object.fromEntries(counts)).toEqual({
    profile: 1,
    licence_and_dbs: 1,
    dbs_readings: 1,
    devices: 1,
    assignments: 1,
    blocks: 0,
    trip_events: 1,
    locations: 1,
    vehicle_checks: 1,
    incidents: 0,
    consents: 1,
    privacy_requests: 1,
    messages: expect.any(Number),
  })
  expect(categories.trip_events.records[0]).toMatchObject({
    ref: ann.ref,
    status: 'en_route',
    note: 'Off we go.',
    latitude: 53.8,
  })
  expect(categories.vehicle_checks.records[0]).toMatchObject({ trip_ref: ann.ref, result: 'safe' })
  expect(categories.licence_and_dbs.records[0]).toMatchObject({ dbs_certificate_number: '001234567890' })
  for (const other of ['Ann Smith', 'ann@example.org', '900123', '_amount']) expect(answer.text).not.toContain(other)

  expect(statusAndCode(await pat.call('GET', '/privacy/export'))).toBe('200')
  const third = await pat.call('GET', '/privacy/export')
  expect(statusAndCode(third)).toBe('429 rate_limited')
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(86_000)
  await market.advance(days(1) + 1)
  expect(statusAndCode(await pat.call('GET', '/privacy/export'))).toBe('200')
})

test('schedules an erasure in 14 days, and cancels it on request', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const ask = (confirm: unknown, reason?: string) => pat.call('POST', '/privacy/erasure', { confirm, ...(reason && { reason }) })

  expect([(await ask(false)).status, (await ask(false)).data]).toEqual([
    202,
    { status: 'none', scheduled_for: null, erased: [], retained: [] },
  ])
  ok(await pat.submitVehicleCheck())
  const before = market.now()
  const asked = await ask(true, 'I drive trams now.')
  expect(asked.status).toBe(202)
  expect(asked.data).toMatchObject({
    status: 'scheduled',
    erased: expect.arrayContaining(['name', 'phone', 'email', 'licence', 'dbs']),
  })
  expect(Date.parse(asked.data.scheduled_for) - days(14) * 1_000).toBeWithin(before - 1_000, market.now() + 1_000)
  const [checks] = asked.data.retained
  expect(checks.category).toBe('vehicle_checks')
  expect(Date.parse(checks.until) - market.now()).toBeGreaterThan(days(450) * 1_000)
  expect(ok(await pat.call('GET', '/me')).erasure).toEqual({ scheduled_for: asked.data.scheduled_for })
  expect(statusAndCode(await ask(true))).toBe('409 erasure_already_scheduled')
  expect(statusAndCode(await ask('yes'))).toBe('422 validation_failed')

  expect((await ask(false)).data.status).toBe('none')
  await market.advance(days(15))
  await market.server.dueTasksDone()
  expect(ok(await pat.call('GET', '/me'))).toMatchObject({ name: 'Pat Moss', erasure: null })
})

test('leaves no trace of an erased driver in the files, and keeps the bookings readable', async () => {
  await using market = await openMarket()
  const dales = await market.operator('Dales Coaches', { email: 'office@dales.example' })
  const identity = {
    name: 'Zebedee Quillfeather',
    email: 'zeb.quillfeather@example.org',
    phone: '07700 900777',
    license_number: 'QUILL901234Z99XY',
    dbs_check_kind: 'enhanced',
    dbs_certificate_number: '009988776655',
  }
  const before = { name: 'Zeb Quillfeather-Old', email: 'zeb.old@example.org', phone: '07700 900778' }
  // Other drivers before and after split pages and move rows.
  for (let nth = 0; nth < 60; nth++) {
    await dales.driver({ name: `Driver ${nth} ${'x'.repeat(nth)}`, email: `driver${nth}@example.org` })
  }
  const zeb = await signInDriver(dales, { ...identity, ...before, invite_now: true })
  await messagesTo(market.server, before.email)
  for (let nth = 60; nth < 120; nth++) {
    await dales.driver({ name: `Driver ${nth} ${'x'.repeat(nth)}`, email: `driver${nth}@example.org` })
  }
  const office = await addSignedInPerson(market, dales.ref)
  const { name, email, phone } = identity
  ok(await market.call('PATCH', `/portal/v1/drivers/${zeb.id}`, { token: office.token, body: { name, email, phone } }))
  await market.call('POST', '/api/v1/driver/auth/code', { body: { phone } })
  ok(await zeb.call('PATCH', '/me', { emergency_contact_name: 'Ottoline Quillfeather', emergency_contact_phone: '07700 900779' }))
  ok(await zeb.call('PUT', '/push-token', { platform: 'ios', token: 'apns-quillfeather' }))
  ok(await zeb.setLocationConsent(true))

  const driven = await assignedTrip(zeb, { departsIn: hours(3), ...oneWay })
  ok(
    await zeb.submitVehicleCheck({
      items: [{ code: 'horn', result: 'defect', severity: 'minor', note: 'Zebedee Quillfeather was here' }],
    }),
  )
  ok(
    await zeb.report(driven, 'en_route', {
      note: 'Call Zebedee Quillfeather on 07700 900777',
      latitude: 53.123456,
      longitude: -1.5,
    }),
  )
  ok(await zeb.sendLocations(market.at(0)))
  const incident = { kind: 'other', severity: 'low', occurred_at: market.at(0), note: 'Quillfeather, Zebedee lost a hat.' }
  ok(await zeb.call('POST', `/trips/${driven.ref}/incidents`, incident))
  await zeb.reportSteps(driven, 'arrived', 'on_board', 'completed')
  const declined = await assignedTrip(zeb, { departsIn: days(40), ...oneWay })
  const upcoming = await assignedTrip(zeb, { departsIn: days(50), ...oneWay })
  ok(await zeb.call('POST', '/privacy/erasure', { confirm: true, reason: 'Zebedee Quillfeather is tired.' }, 'erase-me'))
  await market.advance(days(13))
  ok(await market.call('GET', `/api/v1/bookings/${declined.ref}`, { token: dales.token }))
  ok(await zeb.call('GET', '/me'))

  await market.advance(days(1) + 60)
  await eventually(async () => (await zeb.call('GET', '/me')).status === 401)
  const words = [
    ...Object.values(identity).filter((value) => value !== 'enhanced'),
    'Quillfeather',
    'Zebedee',
    'zeb.quill',
    before.email,
    before.phone,
    '900779',
    'apns-quill',
    '53.123456',
  ]
  await eventually(() => {
    const file = fileOf(market).toLowerCase()
    const left = words.filter((word) => file.includes(word.toLowerCase()))
    if (left.length > 0) throw new Error(`still there: ${left.join(', ')}`)
    return true
  })

  const former = `Former driver #${zeb.id}`
  const booking = ok(await dales.booking(driven))
  expect(booking).toMatchObject({
    driver: { id: zeb.id, name: former },
    assignment: { driver: { id: zeb.id, name: former, phone: null } },
    trip_status: 'completed',
    vehicle_check: { result: 'safe_with_defects', items: [{ note: '[removed] was here' }] },
  })
  expect(booking.progress.events[0].note).toBe('Call [removed] on [removed]')
  expect(booking.incidents[0].note).toBe('[removed] lost a hat.')
  expect(ok(await dales.booking(upcoming))).toMatchObject({ trip_status: 'unassigned', needs_driver: true, driver: null })
  expect(ok(await dales.get('/drivers?per_page=100')).map(({ id }: { id: number }) => id)).not.toContain(zeb.id)
  const notice = await eventually(() => market.server.mails().find(({ subject }) => subject.startsWith('Driver left: ')))
  expect(notice.text).toContain(upcoming.ref)
  expect(notice.text).toContain(declined.ref)
  expect(statusAndCode(await dales.assign(upcoming, zeb.id))).toBe('422 validation_failed')
  expect(await market.server.ask('select kind, status, reason from privacy_requests')).toEqual([
    { kind: 'erasure', status: 'done', reason: null },
  ])
})

test('removes only the name and phone of an erased driver from notes of others', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await addSignedInPerson(market, dales.ref)
  const zeb = await signInDriver(dales, {
    name: 'Zebedee Quillfeather',
    email: 'zeb@quillfeather.example',
    phone: '07700 900777',
  })
  const kim = await signInDriver(dales, { name: 'Kim Low' })
  const byOffice = (path: string, body: object) =>
    market.call('POST', `/portal/v1/bookings/${path}`, { token: office.token, body })

  const ann = await assignedTrip(zeb, { departsIn: hours(3), ...oneWay })
  ok(await zeb.submitVehicleCheck())
  await zeb.reportSteps(ann, 'en_route', 'arrived', 'on_board')
  ok(await dales.assign(ann, kim.id))
  const ill = {
    status: 'delayed',
    occurred_at: market.at(0),
    note: 'Zebedee Quillfeather (07700900777) is ill; relief 0113 496 0001.',
  }
  ok(await byOffice(`${ann.ref}/progress`, ill))
  const bag = { kind: 'lost_property', severity: 'low', occurred_at: market.at(0), note: 'Zebedee Quillfeather left a bag.' }
  ok(await kim.call('POST', `/trips/${ann.ref}/incidents`, bag))
  const horn = { code: 'horn', result: 'defect', severity: 'minor', note: 'Zebedee Quillfeather knew.' }
  ok(await kim.submitVehicleCheck({ trip_ref: ann.ref, items: [horn] }))
  await kim.reportSteps(ann, 'completed')
  const cancelled = await assignedTrip(zeb, { departsIn: days(5), ...oneWay })
  ok(await byOffice(`${cancelled.ref}/cancel`, { reason: 'Zebedee Quillfeather is ill.' }))
  const passedOn = await assignedTrip(kim, { departsIn: days(6), ...oneWay })
  ok(await kim.decline(passedOn, 'Zebedee Quillfeather wants it.'))
  ok(await dales.assign(passedOn, zeb.id))

  ok(await zeb.call('POST', '/privacy/erasure', { confirm: true }))
  await market.advance(days(14) + 60)
  await eventually(async () => (await zeb.call('GET', '/me')).status === 401)
  await eventually(() => {
    const file = fileOf(market).toLowerCase()
    return !file.includes('quillfeather') && !file.includes('900777')
  })

  const booking = ok(await dales.booking(ann))
  expect(booking.progress.events.map(({ note }: { note: string | null }) => note)).toContain(
    '[removed] ([removed]) is ill; relief 0113 496 0001.',
  )
  expect(booking.incidents[0].note).toBe('[removed] left a bag.')
  expect(booking.vehicle_check.items[0].note).toBe('[removed] knew.')
  expect(ok(await dales.booking(cancelled)).cancellation.reason).toBe('[removed] is ill.')
})

test('delays the erasure of a driver until their trip ends', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const ann = await assignedTrip(pat, { departsIn: days(14), ...oneWay })
  ok(await pat.call('POST', '/privacy/erasure', { confirm: true }))
  await market.advance(days(14) - hours(1))
  ok(await pat.submitVehicleCheck())
  await pat.reportSteps(ann, 'en_route', 'arrived', 'on_board')

  await market.advance(hours(2))
  await market.server.dueTasksDone()
  await pat.reportSteps(ann, 'completed')

  await market.advance(hours(1) + 60)
  await eventually(async () => ok(await dales.booking(ann)).driver.name === `Former driver #${pat.id}`)
  expect((await pat.call('GET', '/me')).status).toBe(401)
})

test('deletes locations after 30 days and vehicle checks after 15 months', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const ann = await assignedTrip(pat, { departsIn: hours(3), ...oneWay })
  ok(await pat.setLocationConsent(true))
  ok(await pat.submitVehicleCheck())
  await pat.reportSteps(ann, 'en_route')
  ok(await pat.sendLocations(market.at(0)))
  const count = async (table: 'locations' | 'vehicle_checks') =>
    (await market.server.ask(`select 1 from ${table} where driver_id = ?`, pat.id)).length

  await market.advance(days(29))
  await market.server.dueTasksDone()
  expect([await count('locations'), await count('vehicle_checks')]).toEqual([1, 1])
  await market.advance(days(1) + hours(2))
  await eventually(async () => (await count('locations')) === 0)
  await market.advance(days(420))
  await market.server.dueTasksDone()
  expect(await count('vehicle_checks')).toBe(1)
  await market.advance(days(10))
  await eventually(async () => (await count('vehicle_checks')) === 0)
  await eventually(async () => ok(await dales.booking(ann)).vehicle_check === null)
})

test('records which credential read a DBS check, once a day', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const other = await market.key(dales.ref, ['drivers:read'])
  const pat = await dales.driver({ dbs_check_kind: 'enhanced', dbs_certificate_number: '001234567890' })
  const kim = await dales.driver({ name: 'Kim Low' })
  const readings = () =>
    market.server.ask<{ driver_id: number; credential_id: number }>(
      'select driver_id, credential_id from dbs_readings where driver_id in (?, ?)',
      pat,
      kim,
    )

  ok(await dales.get('/drivers'))
  ok(await dales.get('/drivers'))
  ok(await market.call('GET', '/api/v1/drivers', { token: other }))
  await eventually(async () => (await readings()).length === 2)
  expect((await readings()).map(({ driver_id }) => driver_id)).toEqual([pat, pat])
  expect(new Set((await readings()).map(({ credential_id }) => credential_id)).size).toBe(2)

  await market.advance(days(1))
  ok(await dales.get('/drivers'))
  await eventually(async () => (await readings()).length === 3)
})
