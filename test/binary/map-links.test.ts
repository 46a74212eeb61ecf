import { expect, test } from 'bun:test'
import { signInDriver } from '../support/driver-client.ts'
import { days, type MarketAnswer, minutes, ok, openMarket } from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'

const template = 'https://maps.example/pin/{latitude}/{longitude}?name={label}'

type ShownPlace = {
  readonly label: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly map_url: string | null
}

/** Every place in an answer, at any depth. */
function placesIn(value: unknown): ShownPlace[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(placesIn)
  return 'label' in value && 'latitude' in value ? [value as ShownPlace, ...inside] : inside
}

/** The expected link of a place. */
function linkOf({ label, latitude, longitude }: ShownPlace): string | null {
  if (latitude === null || longitude === null) return null
  return `https://maps.example/pin/${latitude}/${longitude}?name=${encodeURIComponent(label)}`
}

test('every place of every audience has its link, and a masked home the link of its masked place', async () => {
  await using market = await openMarket({ isMute: true, env: { CHARABANC_MAP_URL: template } })
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  const home = { label: '14 Acacia Avenue', kind: 'residential', locality: 'Leeds', latitude: 53.81968, longitude: -1.57791 }
  const minster = { label: 'York Minster & Green', kind: 'venue', latitude: 53.962, longitude: -1.0819 }
  const stop = { kind: 'comfort', place: { label: 'Skelton Lake', kind: 'other', latitude: 53.7794, longitude: -1.4519 } }
  const legs = [{ pickup: home, dropoff: minster, departs_at: market.at(days(3)), stops: [stop] }]
  const fields = { departsIn: days(3), pickup: home, dropoff: minster, returns_at: null, legs }

  /** Requires each of at least `least` places to have its link; returns the links. */
  function linksIn(answer: MarketAnswer, least: number): (string | null)[] {
    ok(answer)
    const places = placesIn(answer.json)
    expect(places.length).toBeGreaterThanOrEqual(least)
    expect(places.map(({ map_url }) => map_url)).toEqual(places.map(linkOf))
    return places.map(({ map_url }) => map_url)
  }

  const trip = await market.trip([dales], fields)
  for (const answer of [await dales.job(trip), await dales.jobs()]) {
    const links = linksIn(answer, 5)
    expect(links).toContain('https://maps.example/pin/53.82/-1.58?name=Leeds')
    expect(answer.text).not.toMatch(/53\.8196|1\.5779|Acacia/)
  }
  ok(await trip.book(await dales.makeQuote(trip, { availability: 'confirmed' })))
  const pat = await signInDriver(dales)
  ok(await dales.assign(trip, pat.id))
  const change = { changes: { dropoff: { ...minster, label: 'Clifford’s Tower' } }, reason: 'As they said.', consent: 'given' }
  ok(await office.call('POST', `/bookings/${trip.ref}/amendments`, change))
  const whole = 'https://maps.example/pin/53.81968/-1.57791?name=14%20Acacia%20Avenue'
  for (const [answer, least] of [
    [await dales.booking(trip), 7],
    [await dales.bookings(), 2],
    [await office.call('GET', `/board?day=${market.at(days(3)).slice(0, 10)}`), 2],
    [await pat.trip(trip), 5],
    [await pat.call('GET', '/trips'), 2],
    [await trip.readTrip(), 7],
    [await market.platform('GET', `/trips/${trip.ref}`), 5],
  ] as const)
    expect(linksIn(answer, least)).toContain(whole)

  const own = ok(await office.enter({ pickup: home, dropoff: { label: 'Otley Mill', kind: 'venue' } }))
  expect(linksIn(await office.call('GET', `/trips/${own.ref}`), 4)).toContain(null)
  ok(await office.call('PATCH', '/operator', { settings: { depot: { ...minster, label: 'Yard', kind: 'depot' } } }))
  linksIn(await office.call('GET', '/operator'), 1)
  for (const q of ['york min', 'otley']) linksIn(await office.call('GET', `/places?q=${encodeURIComponent(q)}`), 1)
  linksIn(await market.call('GET', '/customer/v1/places?q=york'), 1)
  linksIn(await market.platform('GET', '/places?q=york'), 1)

  await market.advance(minutes(1))
  const incident = { kind: 'delay', severity: 'low', occurred_at: market.at(0), note: 'The A64 is closed.' }
  ok(await pat.call('POST', `/trips/${trip.ref}/incidents`, { ...incident, latitude: 53.9, longitude: -1.2 }))
  const [shown] = ok(await office.call('GET', '/incidents'))
  expect(shown.map_url).toBe(`https://maps.example/pin/53.9/-1.2?name=${trip.ref}`)
})
