import { describe, expect, test } from 'bun:test'
import { assignedTrip, type DriverClient, signInDriver } from '../support/driver-client.ts'
import { hours, type MarketAnswer, minutes, ok, statusAndCode } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })

const dangerous = [{ code: 'brakes', result: 'defect', severity: 'dangerous', note: 'Pedal to the floor.' }]
const minor = [{ code: 'horn', result: 'defect', severity: 'minor' }]
const repair = { note: 'New master cylinder.', rectified_by: 'Robin at Moss & Sons', odometer: 120_400 }

/** Opens an operator with a driver, and the requests of its office. */
async function openOffice() {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const { token } = await addSignedInPerson(market, dales.ref)
  return {
    market,
    dales,
    pat,
    token,
    list: (query = '', as = token) => market.call('GET', `/portal/v1/vehicle-checks${query}`, { token: as }),
    resolve: (id: unknown, body: unknown = repair, as = token, key?: string) =>
      market.call('POST', `/portal/v1/vehicle-checks/${id}/resolve`, { token: as, body, ...(key !== undefined && { key }) }),
  }
}

/** Submits a walkaround check one minute after the previous one. */
async function checked(pat: DriverClient, more: object = {}) {
  await pat.market.advance(minutes(1))
  return ok(await pat.submitVehicleCheck(more))
}

const ids = ({ data }: MarketAnswer) => data.map(({ id }: { id: number }) => id)

describe('the list of walkaround checks', () => {
  test('shows driver, trip and resolution, the latest check first', async () => {
    const { market, dales, pat, list } = await openOffice()
    const ann = await assignedTrip(pat, { departsIn: hours(3) })
    const early = ok(await pat.submitVehicleCheck({ checked_at: market.at(-minutes(30)) }))
    const late = ok(await pat.submitVehicleCheck({ trip_ref: ann.ref, items: minor }))
    const earlier = ok(await pat.submitVehicleCheck({ checked_at: market.at(-hours(1)), kind: 'post_trip' }))
    await checked(await signInDriver(await market.operator('Moors Coaches')))

    const listed = await list()

    const driver = { id: pat.id, name: 'Pat Moss' }
    expect(listed.data).toEqual([late, early, earlier].map((check) => ({ ...check, driver, resolution: null })))
    expect(listed.data[0].trip_ref).toBe(ann.ref)
    const second = await list('?per_page=2&page=2')
    expect([ids(second), second.json.meta.total]).toEqual([[earlier.id], 3])
    expect(statusAndCode(await market.call('GET', '/portal/v1/vehicle-checks', { token: dales.token }))).toBe(
      '403 wrong_credential',
    )
  })

  test('filters by registration, result and time, in any combination', async () => {
    const { market, pat, list } = await openOffice()
    const safe = await checked(pat)
    const unsafe = await checked(pat, { items: dangerous })
    const other = await checked(pat, { vehicle_reg: 'AB12 CDE', items: minor })
    const since = encodeURIComponent(unsafe.checked_at)
    const today = unsafe.checked_at.slice(0, 10)

    for (const [query, found] of [
      ['?vehicle_reg=yx20%20%20abc', [unsafe, safe]],
      ['?result=unsafe', [unsafe]],
      ['?result=safe_with_defects', [other]],
      ['?vehicle_reg=YX20+ABC&result=safe', [safe]],
      ['?vehicle_reg=ZZ99%20ZZZ', []],
      [`?from=${since}`, [other, unsafe]],
      [`?to=${since}`, [unsafe, safe]],
      [`?from=${since}&to=${since}`, [unsafe]],
      [`?from=${since}&vehicle_reg=AB12%20CDE`, [other]],
      [`?from=${today}&to=${today}`, [other, unsafe, safe]],
      ['?to=2020-01-01', []],
      [`?from=${market.at(hours(48)).slice(0, 10)}`, []],
    ] as const) {
      const listed = await list(query)
      expect([query, ids(listed), listed.json.meta.total]).toEqual([query, found.map(({ id }) => id), found.length])
    }
    for (const query of ['?result=fine', '?from=yesterday', '?to=2027-02-30', `?vehicle_reg=${'x'.repeat(21)}`])
      expect([query, statusAndCode(await list(query))]).toEqual([query, '422 validation_failed'])
  })

  test("filters by day in the operator's time zone", async () => {
    const market = await openShared()
    const york = await market.operator('York Travel', { timezone: 'America/New_York', currency_code: 'USD' })
    const kim = await signInDriver(york)
    const { token } = await addSignedInPerson(market, york.ref)
    const list = (query: string) => market.call('GET', `/portal/v1/vehicle-checks${query}`, { token })
    const evening = ok(await kim.submitVehicleCheck({ checked_at: '2027-01-20T03:59:59Z' }))
    const midnight = ok(await kim.submitVehicleCheck({ checked_at: '2027-01-20T05:00:00Z' }))
    expect(ids(await list('?from=2027-01-19&to=2027-01-19'))).toEqual([evening.id])
    expect(ids(await list('?from=2027-01-20'))).toEqual([midnight.id])
  })
})

describe('a walkaround check', () => {
  test('stores started_at if the phone sends it, and rejects an earlier end', async () => {
    const { market, pat, list } = await openOffice()
    const begun = market.at(-minutes(12))
    const check = ok(await pat.submitVehicleCheck({ started_at: begun }))
    expect(check.started_at).toBe(begun)
    expect((await list()).data).toMatchObject([{ id: check.id, started_at: begun }])
    expect(ok(await pat.submitVehicleCheck()).started_at).toBeNull()
    expect(ok(await pat.submitVehicleCheck({ started_at: null })).started_at).toBeNull()
    const refused = await pat.submitVehicleCheck({ started_at: market.at(-60), checked_at: market.at(-61) })
    expect([statusAndCode(refused), Object.keys(refused.json.error.fields)]).toEqual(['422 validation_failed', ['checked_at']])
    expect(statusAndCode(await pat.submitVehicleCheck({ started_at: 'this morning' }))).toBe('422 validation_failed')
  })
})

describe('a check with defects', () => {
  test('is resolved by the office, after which a vehicle with a safe check that day can depart', async () => {
    const { market, dales, pat, list, resolve } = await openOffice()
    const ann = await assignedTrip(pat, { departsIn: hours(3) })
    await checked(pat)
    const { id } = await checked(pat, { items: dangerous, trip_ref: ann.ref })
    const warnings = async () =>
      ok(await dales.booking(ann)).assignment.warnings.map(({ code }: { code: string }) => code as string)
    expect(statusAndCode(await pat.report(ann, 'en_route'))).toBe('409 vehicle_unsafe')
    expect(await warnings()).toContain('vehicle_unsafe')

    await market.advance(minutes(1))
    const resolved = ok(await resolve(id))

    expect(resolved).toMatchObject({ id, result: 'unsafe', resolution: repair })
    expect(resolved.resolved_at).toMatch(/^2027-.*Z$/)
    expect((await list('?result=unsafe')).data).toEqual([resolved])
    expect(await warnings()).not.toContain('vehicle_unsafe')
    expect(ok(await dales.booking(ann)).vehicle_check.resolved_at).toBe(resolved.resolved_at)
    expect(statusAndCode(await pat.report(ann, 'en_route', { occurred_at: market.at(-30) }))).toBe('409 vehicle_unsafe')
    expect(statusAndCode(await pat.report(ann, 'en_route', { occurred_at: resolved.resolved_at }))).toBe('200')
  })

  test('still requires a safe check of the day after its resolution', async () => {
    const { pat, resolve } = await openOffice()
    const ann = await assignedTrip(pat, { departsIn: hours(3) })
    const { id } = await checked(pat, { items: dangerous })
    ok(await resolve(id))
    expect(statusAndCode(await pat.report(ann, 'en_route'))).toBe('409 vehicle_check_required')
    await checked(pat)
    expect(statusAndCode(await pat.report(ann, 'en_route'))).toBe('200')
  })

  test('is resolved once, and rejects a different resolution', async () => {
    const { market, pat, resolve } = await openOffice()
    const { id } = await checked(pat, { items: dangerous })
    const first = await resolve(id, { note: 'New pads.', rectified_by: 'Bo' })
    expect(first.data.resolution).toEqual({ note: 'New pads.', rectified_by: 'Bo', odometer: null })
    await market.advance(minutes(5))
    expect(ok(await resolve(id, { note: 'New pads.', rectified_by: 'Bo', odometer: null }))).toEqual(first.data)

    const other = await resolve(id, { note: 'New pads.', rectified_by: 'Kim' })
    expect([other.status, other.json.error]).toMatchObject([
      409,
      { code: 'invalid_transition', current_status: 'resolved', allowed: [] },
    ])
    const { id: next } = await checked(pat, { items: dangerous })
    const both = await Promise.all([resolve(next, { ...repair, note: 'One.' }), resolve(next, { ...repair, note: 'Two.' })])
    expect(both.map(statusAndCode).sort()).toEqual(['200', '409 invalid_transition'])
  })

  test('keeps the time at which a later check found the vehicle safe', async () => {
    const { pat, list, resolve } = await openOffice()
    const { id } = await checked(pat, { items: dangerous })
    const fit = await checked(pat)
    const resolved = ok(await resolve(id))
    expect(resolved).toMatchObject({ resolved_at: fit.checked_at, resolution: repair })
    expect((await list()).data[1]).toEqual(resolved)
  })

  test('can be resolved if its defects are minor, but not if it is safe', async () => {
    const { pat, resolve } = await openOffice()
    const defects = await checked(pat, { items: minor })
    expect(ok(await resolve(defects.id)).resolution).toEqual(repair)
    const safe = await resolve((await checked(pat)).id)
    expect([safe.status, safe.json.error]).toMatchObject([409, { code: 'invalid_transition', current_status: 'safe' }])
  })

  test('cannot be resolved by strangers, without the ability, or with invalid fields', async () => {
    const { market, dales, pat, list, resolve } = await openOffice()
    const { id } = await checked(pat, { items: dangerous })
    const stranger = await addSignedInPerson(market, (await market.operator('Moors Coaches')).ref)
    const accounts = await addSignedInPerson(market, dales.ref, 'accounts')
    const dispatcher = await addSignedInPerson(market, dales.ref, 'dispatcher')
    const answers = [
      await resolve(id, repair, stranger.token),
      await resolve(999_999),
      await resolve('brakes'),
      await resolve(id, { note: 'New pads.' }),
      await resolve(id, { rectified_by: 'Bo' }),
      await resolve(id, { ...repair, note: 'ok' }),
      await resolve(id, { ...repair, note: 'x'.repeat(501) }),
      await resolve(id, { ...repair, rectified_by: '' }),
      await resolve(id, { ...repair, rectified_by: 'x'.repeat(161) }),
      await resolve(id, { ...repair, odometer: -1 }),
    ]
    expect(answers.map(statusAndCode)).toEqual([...Array(3).fill('404 not_found'), ...Array(7).fill('422 validation_failed')])
    for (const [answer, ability] of [
      [await resolve(id, repair, accounts.token), 'drivers:write'],
      [await list('', accounts.token), 'drivers:read'],
    ] as const)
      expect([statusAndCode(answer), answer.json.error.missing_ability]).toEqual(['403 missing_ability', ability])
    expect(statusAndCode(await resolve(id, repair, dales.token))).toBe('403 wrong_credential')
    expect(ids(await list('', stranger.token))).toEqual([])
    const once = await resolve(id, repair, dispatcher.token, 'once')
    expect([statusAndCode(once), (await resolve(id, repair, dispatcher.token, 'once')).text]).toEqual(['200', once.text])
  })
})
