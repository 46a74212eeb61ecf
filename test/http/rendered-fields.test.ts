import { expect, mock, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { usualRoads } from '../../src/domain/road-distance.ts'
import { contract, embedded, renderChecked } from '../../src/http/contract.ts'
import { fieldRenderer } from '../../src/http/rendered-fields.ts'
import { record } from '../../src/http/schema.ts'
import { asJson, type Packing, Stored } from '../../src/storage/rows/stored.ts'
import { changeDatabase, queryDatabase } from '../support/database.ts'
import { startInProcess } from '../support/in-process-server.ts'

const showing = { now: 0, baseUrl: 'http://charabanc.test', sign: (text: string) => text, roads: usualRoads }
const Note = record({ note: Type.String() })
type Kept = { readonly said: string }
const storedOf = (kept: Kept) => Stored.of(kept, asJson as Packing<Kept>)

test('what is stored is rendered once, and anew where another text is stored', () => {
  const show = mock(({ said }: Kept) => ({ note: said }))
  const render = fieldRenderer(Note, show)

  expect(render(storedOf({ said: 'Hello' }))).toBe('"note":"Hello"')
  expect(render(storedOf({ said: 'Hello' }))).toBe('"note":"Hello"')
  expect(show).toHaveBeenCalledTimes(1)
  expect(render(storedOf({ said: 'Bye' }))).toBe('"note":"Bye"')
  expect(show).toHaveBeenCalledTimes(2)
})

test('what was rendered longest ago is forgotten before memory grows past its bound', () => {
  const show = mock(({ said }: Kept) => ({ note: said }))
  const render = fieldRenderer(Note, show)
  const long = (nth: number) => storedOf({ said: `${nth}`.padEnd(500_000) })

  for (const nth of [1, 2, 3]) render(long(nth))
  for (const nth of [1, 2, 3]) render(long(nth))
  expect(show).toHaveBeenCalledTimes(3)
  render(long(4))
  render(long(2))
  expect(show).toHaveBeenCalledTimes(4)
  render(long(1))
  expect(show).toHaveBeenCalledTimes(5)
})

test('a field too many in what is rendered is thrown, each time', () => {
  const render = fieldRenderer(Note, ({ said }: Kept) => ({ note: said, stray: 'whsec_stray' }))

  for (const _ of [1, 2]) expect(() => render(storedOf({ said: 'Hello' }))).toThrow()
})

const render = fieldRenderer(Note, ({ said }: Kept) => ({ note: said }))
const ShownTrip = contract(
  record({ id: Type.Integer(), ...Note.properties, by: Type.String() }),
  (kept: Kept & { by: string }, { embed }) => ({ id: 5, $rendered: embed(render(storedOf(kept))), by: kept.by }),
  record({ id: Type.Integer(), ...embedded, by: Type.String() }),
)

test.each(['Ann', '$rendered', '"$rendered":null', '","$rendered":null,"', '$& $1 \\"'])(
  'fields stand in the place they were rendered for, whatever is said around them: %j',
  (said) => {
    const body = { data: { id: 5, note: said, by: said } }
    expect(renderChecked(ShownTrip, { said, by: said }, showing)).toBe(JSON.stringify(body))
  },
)

test('fields that have no place in the body are thrown', () => {
  const Forgetful = contract(record({ id: Type.Integer() }), (kept: Kept, { embed }) => {
    embed(render(storedOf(kept)))
    return { id: 5 }
  })
  expect(() => renderChecked(Forgetful, { said: 'Hello' }, showing)).toThrow()
})

test('a masked itinerary that breaks the contract is never sent, alone or in a list', async () => {
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
