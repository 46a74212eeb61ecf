import { describe, expect, test } from 'bun:test'
import { assignedTrip, type DriverClient, signInDriver } from '../support/driver-client.ts'
import { days, type Market, type MarketAnswer, minutes, ok, statusAndCode } from '../support/market.ts'
import { addSignedInPerson } from '../support/people.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket()

type Trip = { readonly ref: string }

/** Reports an incident as the driver, one minute after the previous report. */
async function reportIncident(pat: DriverClient, trip: Trip, note: string, more: object = {}) {
  await pat.market.advance(minutes(1))
  const body = { kind: 'lost_property', severity: 'low', occurred_at: pat.market.at(0), note, ...more }
  return ok(await pat.call('POST', `/trips/${trip.ref}/incidents`, body))
}

const incidents = (market: Market, token: string, query = '') => market.call('GET', `/portal/v1/incidents${query}`, { token })

function patch(market: Market, token: string, id: unknown, body: unknown, key?: string): Promise<MarketAnswer> {
  return market.call('PATCH', `/portal/v1/incidents/${id}`, { token, body, ...(key !== undefined && { key }) })
}

const close = (note: string) => ({ status: 'closed', note })
const reopen = (note: string) => ({ status: 'open', note })
const ids = ({ data }: MarketAnswer) => data.map(({ id }: { id: number }) => id)

/** An operator with a driver on a trip, and an admin at the desk. */
async function openOffice() {
  const market = await openShared()
  const dales = await market.operator()
  const pat = await signInDriver(dales)
  const ann = await assignedTrip(pat, { departsIn: days(3) })
  const { token } = await addSignedInPerson(market, dales.ref)
  return { market, dales, pat, ann, token }
}

describe('incidents of an account', () => {
  test('lists incidents with trip, place and driver, the latest report first', async () => {
    const { market, pat, ann, token } = await openOffice()
    const hat = await reportIncident(pat, ann, 'A hat.', { latitude: 53.9, longitude: -1.4 })
    const late = await reportIncident(pat, ann, 'A tractor.', { kind: 'delay', severity: 'medium', delay_minutes: 20 })
    const other = await signInDriver(await market.operator('Moors Coaches'))
    await reportIncident(other, await assignedTrip(other, { departsIn: days(3) }), 'A scarf.')

    const listed = await incidents(market, token)

    const driver = { id: pat.id, name: 'Pat Moss' }
    const map = 'https://www.openstreetmap.org/?mlat=53.9&mlon=-1.4#map=17/53.9/-1.4'
    expect(listed.data).toEqual([
      { ...late, ...unmoved, driver, latitude: null, longitude: null, map_url: null },
      { ...hat, ...unmoved, driver, latitude: 53.9, longitude: -1.4, map_url: map },
    ])
    expect(listed.json.meta.total).toBe(2)
    const second = await incidents(market, token, '?per_page=1&page=2')
    expect([ids(second), second.json.meta.last_page]).toEqual([[hat.id], 2])
  })

  test('filters incidents by status', async () => {
    const { market, pat, ann, token } = await openOffice()
    const reported: number[] = []
    for (const note of ['A hat.', 'A scarf.', 'A glove.']) reported.push((await reportIncident(pat, ann, note)).id)
    ok(await patch(market, token, reported[1], close('Sent to them.')))

    const [open, closed, all] = await Promise.all(
      ['?status=open', '?status=closed', ''].map((query) => incidents(market, token, query)),
    )

    expect([open, closed, all].map((answer) => answer && ids(answer))).toEqual([
      [reported[2], reported[0]],
      [reported[1]],
      [reported[2], reported[1], reported[0]],
    ])
    expect(open?.json.meta.total).toBe(2)
    expect(statusAndCode(await incidents(market, token, '?status=lost'))).toBe('422 validation_failed')
  })
})

const unmoved = {
  closed_at: null,
  closed_by: null,
  closing_note: null,
  reopened_at: null,
  reopened_by: null,
  reopening_note: null,
}

describe('an incident', () => {
  test('records who closes and reopens it, when, and with which note', async () => {
    const { market, dales, pat, ann, token } = await openOffice()
    const reported = await reportIncident(pat, ann, 'A hat.')
    const closed = ok(await patch(market, token, reported.id, close('Sent to them.')))
    const person = ok(await market.call('GET', '/api/v1/me', { token })).user

    expect(closed).toMatchObject({ ...reported, status: 'closed', closed_by: person.name, closing_note: 'Sent to them.' })
    expect(Date.parse(closed.closed_at)).toBeGreaterThanOrEqual(Date.parse(reported.created_at))
    expect(ok(await dales.booking(ann)).incidents).toEqual([{ ...reported, status: 'closed' }])
    expect(ok(await pat.trip(ann)).incidents).toEqual([{ ...reported, status: 'closed' }])

    await market.advance(minutes(5))
    const dispatcher = await addSignedInPerson(market, dales.ref, 'dispatcher')
    const opened = ok(await patch(market, dispatcher.token, reported.id, reopen('It is another hat.')))
    const { reopened_at, reopened_by, ...rest } = opened
    expect(rest).toMatchObject({ status: 'open', closed_at: null, closed_by: null, closing_note: null })
    expect(rest.reopening_note).toBe('It is another hat.')
    expect(Date.parse(reopened_at)).toBeGreaterThan(Date.parse(closed.closed_at))
    expect(reopened_by).toBe(ok(await market.call('GET', '/api/v1/me', { token: dispatcher.token })).user.name)
    expect(reopened_by).not.toBe(person.name)
    expect((await incidents(market, token)).data).toEqual([opened])
  })

  test('accepts a different closing note, and ignores an unchanged note or status', async () => {
    const { market, pat, ann, token } = await openOffice()
    const { id } = await reportIncident(pat, ann, 'A hat.')
    expect(ok(await patch(market, token, id, reopen('Look at it.')))).toMatchObject({ status: 'open', ...unmoved })

    const closed = ok(await patch(market, token, id, close('Sent to them.')))
    await market.advance(minutes(5))
    expect(ok(await patch(market, token, id, close('Sent to them.')))).toEqual(closed)
    const reworded = ok(await patch(market, token, id, close('They fetched it.')))
    expect(reworded).toMatchObject({ status: 'closed', closing_note: 'They fetched it.' })
    expect(Date.parse(reworded.closed_at) - Date.parse(closed.closed_at)).toBeGreaterThanOrEqual(minutes(5) * 1_000)
  })

  test('updates its booking when it is closed, but not when its note changes', async () => {
    const { market, dales, pat, ann, token } = await openOffice()
    const { id } = await reportIncident(pat, ann, 'A hat.')
    const before = ok(await dales.booking(ann)).updated_at
    await market.advance(minutes(5))
    ok(await patch(market, token, id, close('Sent to them.')))
    const after = ok(await dales.booking(ann)).updated_at
    expect(Date.parse(after) - Date.parse(before)).toBeGreaterThanOrEqual(minutes(5) * 1_000)
    await market.advance(minutes(5))
    ok(await patch(market, token, id, close('They fetched it.')))
    expect(ok(await dales.booking(ann)).updated_at).toBe(after)
  })

  test('can be closed on a cancelled trip, and by two people simultaneously', async () => {
    const { market, dales, pat, ann, token } = await openOffice()
    const { id } = await reportIncident(pat, ann, 'A hat.')
    ok(await ann.cancel())
    const other = (await addSignedInPerson(market, dales.ref)).token
    const both = await Promise.all([patch(market, token, id, close('One.')), patch(market, other, id, close('Two.'))])
    expect(both.map(statusAndCode)).toEqual(['200', '200'])
    const [listed] = (await incidents(market, token, '?status=closed')).data
    expect(both.map(({ data }) => data)).toContainEqual(listed)
  })

  test('rejects other accounts, missing abilities and invalid notes', async () => {
    const { market, dales, pat, ann, token } = await openOffice()
    const { id } = await reportIncident(pat, ann, 'A hat.')
    const stranger = await addSignedInPerson(market, (await market.operator('Moors Coaches')).ref)
    const [dispatcher, accounts] = [
      await addSignedInPerson(market, dales.ref, 'dispatcher'),
      await addSignedInPerson(market, dales.ref, 'accounts'),
    ]
    const note = 'Sent to them.'
    const answers = [
      await patch(market, stranger.token, id, close(note)),
      await patch(market, token, 999_999, close(note)),
      await patch(market, token, 'hat', close(note)),
      await patch(market, token, id, { status: 'closed' }),
      await patch(market, token, id, close('ok')),
      await patch(market, token, id, close('x'.repeat(501))),
      await patch(market, token, id, { status: 'lost', note }),
      await patch(market, token, id, { note }),
    ]
    expect(answers.map(statusAndCode)).toEqual([...Array(3).fill('404 not_found'), ...Array(5).fill('422 validation_failed')])
    const denied = await patch(market, accounts.token, id, close(note))
    expect([statusAndCode(denied), denied.json.error.missing_ability]).toEqual(['403 missing_ability', 'drivers:write'])
    expect(statusAndCode(await patch(market, dales.token, id, close(note)))).toBe('403 wrong_credential')
    expect(statusAndCode(await incidents(market, dales.token))).toBe('403 wrong_credential')
    expect(ids(await incidents(market, stranger.token))).toEqual([])
    expect(ids(await incidents(market, accounts.token, '?status=open'))).toEqual([id])
    expect(statusAndCode(await patch(market, dispatcher.token, id, close('x'.repeat(500))))).toBe('200')
  })
})
