import { afterAll, expect, test } from 'bun:test'
import { querySqliteFile, writeToSqliteFile } from '../support/database-rows.ts'
import { eventually } from '../support/eventually.ts'
import { days, hours, ok, openMarket } from '../support/market.ts'
import { portalClientOf } from '../support/portal-client.ts'
import { shareMarket } from '../support/shared-market.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const receiver = startWebhookReceiver()
afterAll(() => receiver[Symbol.dispose]())
const openShared = shareMarket({ env: receiver.env })

const home = {
  label: 'The Old Vicarage',
  kind: 'residential',
  locality: 'Ilkley',
  address_lines: ['Lindenstrasse 5'],
  postcode: 'ls29-8ab',
  access_note: 'Zelda opens the gate.',
}
// Without the start of an id, which can contain the last letters of the postcode.
const secrets = /vicarage|lindenstr|(?<![\da-f-])8ab|29-?8ab|zelda|quill|thaddeus|900123/i

const details = {
  customer: { name: 'Zelda Quillfeather', email: 'zq@example.org', phone: '07700 900123', organisation: 'Ilkley Grammar School' },
  lead_passenger: { name: 'Thaddeus Moon', phone: null },
  notes: 'call Zelda 07700 900123 at the Old Vicarage, or Mr. Moon; later THADDEUS knows Lindenstrasse',
  luggage: { suitcases: 1, oversized: ["Zelda's harp"], note: 'Ask quillfeather' },
  accessibility: { wheelchair_spaces: 1, note: 'Thaddeus has the ramp' },
}

const gate = { label: 'Ilkley Grammar School, Cowpasture Road', kind: 'school', address_lines: ['Ilkley Grammar School'] }

test('hides homes and people in jobs, lists, search, files, diary, board, places, messages and webhooks', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const office = await portalClientOf(market, dales)
  const hook = '/homes'
  await receiver.subscribe(dales, hook, ['job.offered'])
  const { id: coach } = ok(await office.call('POST', '/vehicles', { registration: 'YJ21 ABC', type: 'coach_49', seats: 49 }))
  const leg = { pickup: home, dropoff: gate, departs_at: market.at(days(60)) }
  const stop = { kind: 'pickup', place: { ...home, label: 'Rosebank', locality: null, address_lines: [] }, note: 'Zelda waits' }
  const back = { pickup: gate, dropoff: home, departs_at: market.at(days(60) + hours(8)) }
  const trip = await market.trip([dales], { ...details, pickup: home, dropoff: gate, legs: [{ ...leg, stops: [stop] }, back] })
  const mails = () => market.server.mails().filter(({ to, text }) => to !== details.customer.email && text.includes(trip.ref))
  const mail = await eventually(() => mails()[0])
  const vehicles = [{ type: 'coach_49', count: 1, seats: 49, vehicle_id: coach }]
  await dales.makeQuote(trip, { vehicles })

  const job = ok(await dales.job(trip))
  expect(job).toMatchObject({
    pickup: { label: 'Ilkley', locality: 'Ilkley', postcode_area: 'LS29', postcode: null, address_lines: [], access_note: null },
    dropoff: { label: gate.label, address_lines: gate.address_lines },
    summary: `Ilkley → ${gate.label}, 45 passengers, return`,
    legs: [{ stops: [{ place: { label: 'LS29', locality: null, postcode_area: 'LS29' } }] }, { dropoff: { label: 'Ilkley' } }],
  })
  const from = market.at(days(50)).slice(0, 10)
  const until = market.at(days(70)).slice(0, 10)
  const asked = ['vicarage', 'rosebank', 'zelda', 'linden', 'ls298ab'].map((q) => `/search?q=${q}`)
  const always = 'from=2020-01-01&to=2040-01-01'
  const paths = [
    `/jobs/${trip.ref}`,
    '/jobs',
    `/diary?from=${from}&to=${until}`,
    '/board',
    `/numbers?${always}`,
    '/activity',
    '/messages',
  ]
  const others = ['/search?q=ilkley', '/places?q=ilkley', `/exports/quotes.csv?${always}`]
  const shown = [
    (await dales.job(trip)).text,
    (await dales.jobs()).text,
    ...(await Promise.all([...paths, ...asked, ...others].map((path) => office.call('GET', path)))).map(({ text }) => text),
    `${mail.subject} ${mail.text}`,
    (await receiver.exactly(1, hook))[0]?.text ?? '',
  ]
  for (const text of shown) expect(text).not.toMatch(/rosebank/i)
  for (const text of shown) expect(text).not.toMatch(secrets)
  expect(shown.at(-3)).toContain('Ilkley Grammar School')
  for (const path of asked) expect([path, ok(await office.call('GET', path)).results]).toEqual([path, []])
  for (const q of ['ilkley', 'ls29', 'grammar'])
    expect(ok(await office.call('GET', `/search?q=${q}`)).results).toMatchObject([{ kind: 'job', id: trip.ref }])
  expect(ok(await office.call('GET', '/places?q=vicarage')).results).toEqual([])
})

test('removes names and home addresses from every note', async () => {
  const market = await openShared()
  const dales = await market.operator()
  const { notes, luggage, accessibility } = ok(await dales.job(await market.trip([dales], { ...details, pickup: home })))
  expect(notes).toBe('call [removed] [removed] at [removed], or [removed]; later [removed] knows [removed]')
  expect([luggage.oversized, luggage.note, accessibility.note]).toEqual([
    ["[removed]'s harp"],
    'Ask [removed]',
    '[removed] has the ramp',
  ])
})

test('masks homes in jobs that an earlier release offered', async () => {
  await using market = await openMarket({ isFile: true })
  const dales = await market.operator()
  const trip = await market.trip([dales], { ...details, pickup: home, dropoff: gate })
  const file = `${market.server.dataDir}/charabanc.sqlite`
  const [row] = querySqliteFile<{ masked_itinerary: string }>(file, 'SELECT masked_itinerary FROM trips')
  await market.server.stop()
  const before = (row?.masked_itinerary ?? '').replaceAll('"Ilkley","residential"', '"The Old Vicarage","residential"')
  expect(before).toContain('Vicarage')
  writeToSqliteFile(file, `UPDATE trips SET mask_version = 2, masked_itinerary = '${before.replaceAll("'", "''")}'`)
  await market.server.start()
  const { text } = await dales.job(trip)
  expect(text).not.toMatch(secrets)
  expect(JSON.parse(text).data.pickup.label).toBe('Ilkley')
  const office = await portalClientOf(market, dales)
  expect(ok(await office.call('GET', '/search?q=vicarage')).results).toEqual([])
})
