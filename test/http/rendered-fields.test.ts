import { expect, mock, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { usualMapUrl } from '../../src/domain/map-url.ts'
import { usualRoads } from '../../src/domain/road-distance.ts'
import { defineContract, embedded, renderChecked } from '../../src/http/contract.ts'
import { createFieldRenderer } from '../../src/http/rendered-fields.ts'
import { record } from '../../src/http/schema.ts'
import { asJson, type Packing, Stored } from '../../src/storage/rows/stored.ts'
import { changeDatabase, queryDatabase } from '../support/database.ts'
import { startInProcess } from '../support/in-process-server.ts'

const showing = { now: 0, baseUrl: 'http://charabanc.test', mapUrl: usualMapUrl, sign: (text: string) => text, roads: usualRoads }
const Note = record({ note: Type.String() })
type Kept = { readonly text: string }
const storedOf = (kept: Kept) => Stored.of(kept, asJson as Packing<Kept>)

test('renders a stored text once, and again only for another text', () => {
  const show = mock(({ text }: Kept) => ({ note: text }))
  const render = createFieldRenderer(Note, show)

  expect(render(storedOf({ text: 'Hello' }), usualMapUrl)).toBe('"note":"Hello"')
  expect(render(storedOf({ text: 'Hello' }), usualMapUrl)).toBe('"note":"Hello"')
  expect(show).toHaveBeenCalledTimes(1)
  expect(render(storedOf({ text: 'Bye' }), usualMapUrl)).toBe('"note":"Bye"')
  expect(show).toHaveBeenCalledTimes(2)
})

test('forgets the oldest rendered text before it exceeds its memory limit', () => {
  const show = mock(({ text }: Kept) => ({ note: text }))
  const render = createFieldRenderer(Note, show)
  const long = (nth: number) => storedOf({ text: `${nth}`.padEnd(500_000) })

  for (const nth of [1, 2, 3]) render(long(nth), usualMapUrl)
  for (const nth of [1, 2, 3]) render(long(nth), usualMapUrl)
  expect(show).toHaveBeenCalledTimes(3)
  render(long(4), usualMapUrl)
  render(long(2), usualMapUrl)
  expect(show).toHaveBeenCalledTimes(4)
  render(long(1), usualMapUrl)
  expect(show).toHaveBeenCalledTimes(5)
})

test('throws for a field outside the schema each time', () => {
  const render = createFieldRenderer(Note, ({ text }: Kept) => ({ note: text, stray: 'whsec_stray' }))

  for (const _ of [1, 2]) expect(() => render(storedOf({ text: 'Hello' }), usualMapUrl)).toThrow()
})

const render = createFieldRenderer(Note, ({ text }: Kept) => ({ note: text }))
const ShownTrip = defineContract(
  record({ id: Type.Integer(), ...Note.properties, by: Type.String() }),
  (kept: Kept & { by: string }, { embed }) => ({ id: 5, $rendered: embed(render(storedOf(kept), usualMapUrl)), by: kept.by }),
  record({ id: Type.Integer(), ...embedded, by: Type.String() }),
)

test.each(['Ann', '$rendered', '"$rendered":null', '","$rendered":null,"', '$& $1 \\"'])(
  'puts rendered fields in their place, whatever the other fields contain: %j',
  (text) => {
    const body = { data: { id: 5, note: text, by: text } }
    expect(renderChecked(ShownTrip, { text, by: text }, showing)).toBe(JSON.stringify(body))
  },
)

test('throws for rendered fields without a place in the body', () => {
  const Forgetful = defineContract(record({ id: Type.Integer() }), (kept: Kept, { embed }) => {
    embed(render(storedOf(kept), usualMapUrl))
    return { id: 5 }
  })
  expect(() => renderChecked(Forgetful, { text: 'Hello' }, showing)).toThrow()
})

test('never sends a masked itinerary that breaks the contract, alone or in a list', async () => {
  await using desk = await startInProcess()
  const operator = (await desk.mint()).token
  const platform = (await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })).token
  const place = (label: string) => ({ label, kind: 'venue' })
  const { ref } = (
    await desk.call('POST', '/platform/v1/trips', {
      token: platform,
      body: {
        ...{ pickup: place('Leeds'), dropoff: place('York'), passenger_count: 45, offer_to: 'all' },
        departs_at: new Date(Date.UTC(2026, 7, 20)).toISOString(),
        customer: { name: 'Ann Smith', email: 'ann@example.org' },
      },
    })
  ).json.data
  const asked = [`/api/v1/jobs/${ref}`, '/api/v1/jobs', '/api/v1/jobs']
  for (const path of asked) expect((await desk.call('GET', path, { token: operator })).status).toBe(200)

  const [trip] = await queryDatabase<{ masked: string }>(desk.folder, 'SELECT masked_itinerary AS masked FROM trips')
  const broken = JSON.parse(trip?.masked ?? '')
  broken[1][0] = 'whsec_inside'
  await changeDatabase(desk.folder, `UPDATE trips SET masked_itinerary = '${JSON.stringify(broken)}'`)

  for (const path of asked) {
    const { status, text } = await desk.call('GET', path, { token: operator })
    expect(status).toBe(500)
    expect(text).not.toContain('whsec_inside')
  }
})
