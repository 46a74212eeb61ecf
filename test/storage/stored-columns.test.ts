import { describe, expect, test } from 'bun:test'
import { type AnyColumn, getTableColumns, getTableName } from 'drizzle-orm'
import type { CustomerContact, TripChanges } from '../../src/domain/amended-trip.ts'
import type { Cancellation } from '../../src/domain/booking.ts'
import type { CancellationTerm } from '../../src/domain/cancellation-terms.ts'
import type { MaskedItinerary } from '../../src/domain/masked-itinerary.ts'
import type { PostalAddress } from '../../src/domain/postal-address.ts'
import type { QuoteTerms, QuoteVehicle } from '../../src/domain/quote.ts'
import { postgresTables } from '../../src/storage/postgres/tables.ts'
import { packedMaskedItinerary } from '../../src/storage/rows/packed-itinerary.ts'
import { Stored } from '../../src/storage/rows/stored.ts'
import type { Row } from '../../src/storage/tables.ts'
import { sqliteTables, type Tables } from '../../src/storage/tables.ts'
import { defaultItinerary, fullItinerary } from '../support/sample-itineraries.ts'

// The exact texts that columns store: every later release reads a database of any release. If a release writes another text, add
// its literal and keep the old one, at least for reading.

type TableName = keyof Tables

/** A stored value and its text. The row's type makes a renamed member fail to compile. */
function kept<T extends TableName, C extends keyof Row<T> & string>(
  table: T,
  column: C,
  value: NonNullable<Row<T>[C]>,
  text: string,
) {
  return { name: `${table}.${column}`, table, column, value: value as unknown, text }
}

const terms: readonly CancellationTerm[] = [
  { daysBefore: 28, keepBps: 2_500, of: 'deposit' },
  { daysBefore: 7, keepBps: 10_000, of: 'price' },
]
const termsText = '[{"daysBefore":28,"keepBps":2500,"of":"deposit"},{"daysBefore":7,"keepBps":10000,"of":"price"}]'

const vehicles: QuoteVehicle[] = [
  { type: 'coach_49', count: 2, seats: 49, description: 'A red one', vehicleId: 11 },
  { type: 'minibus_16', count: 1, seats: 16, description: null, vehicleId: null },
]
const vehiclesText =
  '[{"type":"coach_49","count":2,"seats":49,"description":"A red one","vehicleId":11},{"type":"minibus_16","count":1,"seats":16,"description":null,"vehicleId":null}]'

const cancellation: Cancellation = {
  by: 'customer',
  reason: 'The party is off.',
  refundAmount: 12_800,
  at: 1_795_277_023_748,
}
const cancellationText = '{"by":"customer","reason":"The party is off.","refundAmount":12800,"at":1795277023748}'

const fix = { latitude: 53.8, longitude: -1.55, accuracyM: 12 }
const fixText = '{"latitude":53.8,"longitude":-1.55,"accuracyM":12}'

const placeText =
  '{"label":"York Minster","kind":"station","locality":null,"postcodeArea":null,"postcode":"YO1 7HH","latitude":null,"longitude":null,"addressLines":[],"countryCode":null,"accessNote":null,"coordinatesSource":null}'
const servicesText =
  '{"label":"Skelton Lake","kind":"other","locality":"Leeds","postcodeArea":null,"postcode":null,"latitude":null,"longitude":null,"addressLines":[],"countryCode":null,"accessNote":null,"coordinatesSource":null}'
const hallText =
  '{"label":"Leeds Town Hall","kind":"venue","locality":"Leeds","postcodeArea":"LS1","postcode":"LS1 3AD","latitude":53.8,"longitude":-1.55,"addressLines":["The Headrow","West side"],"countryCode":"GB","accessNote":"Ring twice","coordinatesSource":"given"}'
const legText = `{"sequence":3,"kind":"standby","pickup":${servicesText},"dropoff":${placeText},"departsAt":1801000003000,"arriveBy":1801000004000,"passengerCount":31,"waitingMinutes":32,"distanceM":33,"drivingSeconds":34,"distanceSource":"routed","stops":[{"sequence":4,"kind":"comfort","place":${servicesText},"arriveAt":1801000001000,"departAt":1801000002000,"waitingMinutes":21,"note":"Coffee"}]}`

const { pickup, dropoff, legs, passengers, luggage, accessibility, flight } = fullItinerary
const customer: CustomerContact = {
  name: 'Ann Smith',
  email: 'ann@example.org',
  phone: '07700 900123',
  organisation: 'Ripon School',
}
const changes: Required<TripChanges> = {
  ...{ departsAt: 1_801_000_000_011, returnsAt: 1_801_000_000_012, pickup, dropoff, legs, passengerCount: 44 },
  ...{ passengers, luggage, accessibility, flight, leadPassenger: { name: 'Tom Weaver', phone: '07700 900789' }, customer },
  ...{ notes: 'By the gate', vehicles },
}
const changesText = `{"departsAt":1801000000011,"returnsAt":1801000000012,"pickup":${placeText},"dropoff":${hallText},"legs":[${legText}],"passengerCount":44,"passengers":{"adults":41,"children":42,"infants":43},"luggage":{"suitcases":51,"handLuggage":52,"oversized":["A harp","Skis"],"note":"Fragile"},"accessibility":{"wheelchairSpaces":71,"wheelchairRemainsSeated":true,"liftRequired":false,"stepFree":true,"psvarRequired":false,"assistanceDogs":72,"note":"A ramp"},"flight":{"number":"BA123","direction":"arrival","scheduledAt":1801000008000},"leadPassenger":{"name":"Tom Weaver","phone":"07700 900789"},"customer":{"name":"Ann Smith","email":"ann@example.org","phone":"07700 900123","organisation":"Ripon School"},"notes":"By the gate","vehicles":${vehiclesText}}`

const sent: Required<QuoteTerms & Pick<Row<'quotes'>, 'balanceDays' | 'cancellationTerms' | 'currencyCode'>> = {
  priceAmount: 64_000,
  currencyCode: 'GBP',
  availability: 'confirmed',
  vehicles,
  inclusions: ['parking'],
  exclusions: ['tolls'],
  depositAmount: 12_800,
  includedWaitingMinutes: 90,
  extraHourAmount: 4_500,
  extraMileAmount: 250,
  note: 'We know the school.',
  validUntil: 1_801_000_000_021,
  balanceDays: 14,
  cancellationTerms: [...terms],
}
const sentText = `{"priceAmount":64000,"currencyCode":"GBP","availability":"confirmed","vehicles":${vehiclesText},"inclusions":["parking"],"exclusions":["tolls"],"depositAmount":12800,"includedWaitingMinutes":90,"extraHourAmount":4500,"extraMileAmount":250,"note":"We know the school.","validUntil":1801000000021,"balanceDays":14,"cancellationTerms":${termsText}}`

const wholeText =
  '[[["York Minster","station",null,null,"YO1 7HH"],["Leeds Town Hall","venue","Leeds","LS1","LS1 3AD",53.8,-1.55,["The Headrow","West side"],"GB","Ring twice"],["Skelton Lake",null,"Leeds"]],["multi_day","school","Leeds → York, 45 passengers",null,1,1801000005000,1801000006000,1801000007000,"Europe/London",[[3,"standby",2,null,1801000003000,31,1801000004000,32,33,34,[[4,"comfort",2,1801000001000,1801000002000,21,"Coffee"]],1]],45,1801000009000,{"adults":41,"children":42,"infants":43},{"suitcases":51,"handLuggage":52,"oversized":["A harp","Skis"],"note":"Fragile"},[{"type":"coach_49","count":61,"minSeats":62}],{"wheelchairSpaces":71,"wheelchairRemainsSeated":true,"liftRequired":false,"stepFree":true,"psvarRequired":false,"assistanceDogs":72,"note":"A ramp"},["toilet","wifi"],true,81,{"meals":"customer","accommodation":"operator","parking":"none","tolls":"customer"},"enhanced",{"number":"BA123","direction":"arrival","scheduledAt":1801000008000},91,92,"Three bags",2]]'
/** The same trip with coordinates that the server found. */
const located = { ...fullItinerary, dropoff: { ...fullItinerary.dropoff, coordinatesSource: 'outward' as const } }
const locatedText = wholeText.replace('"Ring twice"]', '"Ring twice",2]')
const usualText =
  '[[[]],[null,null,null,null,null,null,null,null,null,[[null,null,null,null,null,null,null,null,null,null,[[]]]]]]'
const masked = (whole: typeof fullItinerary) => Stored.of<MaskedItinerary>({ ...whole, isMasked: true }, packedMaskedItinerary)

const address: PostalAddress = { lines: ['Ripon School', 'Ure Bank'], town: 'Ripon', postcode: 'HG4 1HY', country: 'GB' }
const addressText = '{"lines":["Ripon School","Ure Bank"],"town":"Ripon","postcode":"HG4 1HY","country":"GB"}'

const literals = [
  kept('operators', 'cancellationTerms', terms, termsText),
  kept('operators', 'vat', { number: 'GB123456789', standardRateBps: 2_000 }, '{"number":"GB123456789","standardRateBps":2000}'),
  kept('operators', 'depot', dropoff, hallText),
  kept(
    'users',
    'notifications',
    { mail: ['balance', 'booking'], sms: ['booking_request'], digest: 'daily', quiet: { from: '22:00', to: '07:30' } },
    '{"mail":["balance","booking"],"sms":["booking_request"],"digest":"daily","quiet":{"from":"22:00","to":"07:30"}}',
  ),
  kept('vehicles', 'amenities', ['toilet', 'wifi'], '["toilet","wifi"]'),
  kept(
    'ownCustomers',
    'account',
    { termsDays: 30, poRequired: true, invoice: 'monthly' },
    '{"termsDays":30,"poRequired":true,"invoice":"monthly"}',
  ),
  kept('operators', 'address', address, addressText),
  kept('ownCustomers', 'address', address, addressText),
  kept('customers', 'address', address, addressText),
  kept('invoices', 'operatorAddress', address, addressText),
  kept('credentials', 'abilities', ['jobs:read', 'quotes:write'], '["jobs:read","quotes:write"]'),
  kept('trips', 'leadPassenger', { name: 'Tom Weaver', phone: '07700 900789' }, '{"name":"Tom Weaver","phone":"07700 900789"}'),
  ...(['itinerary', 'offeredItinerary'] as const).flatMap((column) => [
    kept('trips', column, fullItinerary, wholeText),
    kept('trips', column, located, locatedText),
    kept('trips', column, defaultItinerary, usualText),
  ]),
  kept('trips', 'maskedItinerary', masked(fullItinerary), wholeText),
  kept('trips', 'maskedItinerary', masked(located), locatedText),
  kept('trips', 'maskedItinerary', masked(defaultItinerary), usualText),
  kept(
    'trips',
    'offeredPeople',
    { customer, leadPassenger: { name: 'Tom Weaver', phone: null } },
    '{"customer":{"name":"Ann Smith","email":"ann@example.org","phone":"07700 900123","organisation":"Ripon School"},"leadPassenger":{"name":"Tom Weaver","phone":null}}',
  ),
  kept('trips', 'cancellation', cancellation, cancellationText),
  kept('knownPlaces', 'point', { latitude: 53.8, longitude: -1.55 }, '{"latitude":53.8,"longitude":-1.55}'),
  kept('quotes', 'vehicles', vehicles, vehiclesText),
  kept('quotes', 'inclusions', ['parking'], '["parking"]'),
  kept('quotes', 'exclusions', ['tolls'], '["tolls"]'),
  kept('quotes', 'cancellationTerms', terms, termsText),
  kept('quoteRevisions', 'terms', sent, sentText),
  kept('bookings', 'vehicles', vehicles, vehiclesText),
  kept('bookings', 'cancellation', cancellation, cancellationText),
  kept('assignments', 'legs', [1, 3], '[1,3]'),
  kept('tripEvents', 'point', fix, fixText),
  kept('incidents', 'point', fix, fixText),
  kept('extras', 'quantity', 12.5, '12.5'),
  kept('amendments', 'changes', changes, changesText),
  kept('amendments', 'before', changes, changesText),
  kept(
    'amendments',
    'drives',
    [{ sequence: 3, distanceM: 45_400, drivingSeconds: 2_724, distanceSource: 'estimated' }],
    '[{"sequence":3,"distanceM":45400,"drivingSeconds":2724,"distanceSource":"estimated"}]',
  ),
  kept(
    'locations',
    'point',
    { ...fix, speedMps: 22.5, headingDeg: 275, batteryPercent: 81 },
    '{"latitude":53.8,"longitude":-1.55,"accuracyM":12,"speedMps":22.5,"headingDeg":275,"batteryPercent":81}',
  ),
  kept(
    'vehicleChecks',
    'items',
    [{ code: 'brakes', result: 'defect', severity: 'major', note: 'They squeal' }],
    '[{"code":"brakes","result":"defect","severity":"major","note":"They squeal"}]',
  ),
  kept(
    'vehicleChecks',
    'resolution',
    { note: 'New pads', rectifiedBy: 'Pat Moss', odometer: 120_300 },
    '{"note":"New pads","rectifiedBy":"Pat Moss","odometer":120300}',
  ),
  kept(
    'invoices',
    'customer',
    { name: 'Ann Smith', organisation: 'Ripon School', email: 'ann@example.org' },
    '{"name":"Ann Smith","organisation":"Ripon School","email":"ann@example.org"}',
  ),
  kept(
    'invoices',
    'customer',
    { name: 'Ann Smith', organisation: null, email: null, address },
    `{"name":"Ann Smith","organisation":null,"email":null,"address":${addressText}}`,
  ),
  kept(
    'invoices',
    'lines',
    [
      {
        ...{ ref: 'TR-7K3MQ2', description: '2026-06-12: Leeds → York' },
        ...{ netAmount: 1_000, vatRateBps: 2_000, vatAmount: 200, grossAmount: 1_200 },
      },
    ],
    '[{"ref":"TR-7K3MQ2","description":"2026-06-12: Leeds → York","netAmount":1000,"vatRateBps":2000,"vatAmount":200,"grossAmount":1200}]',
  ),
  kept('webhookSubscriptions', 'events', ['job.offered', 'booking.confirmed'], '["job.offered","booking.confirmed"]'),
  kept(
    'serverSettings',
    'value',
    { credentialId: 3, nonce: '0b0c9f4e-8f0e-4a52-9d8a-0b1f6a5c7d21' },
    '{"credentialId":3,"nonce":"0b0c9f4e-8f0e-4a52-9d8a-0b1f6a5c7d21"}',
  ),
  kept('serverSettings', 'value', { host: 'mail.example.org', port: 465 }, '{"host":"mail.example.org","port":465}'),
  kept(
    'serverSettings',
    'value',
    { serverId: '01990000-0000-7000-8000-000000000001', isLive: true, id: 'acct_1' },
    '{"serverId":"01990000-0000-7000-8000-000000000001","isLive":true,"id":"acct_1"}',
  ),
  kept('serverSettings', 'value', { since: 1_801_000_000_031 }, '{"since":1801000000031}'),
  kept('serverSettings', 'value', { lastId: 41, isDone: false }, '{"lastId":41,"isDone":false}'),
  kept('serverSettings', 'value', { token: '9f3c', beat: 4 }, '{"token":"9f3c","beat":4}'),
  kept('serverSettings', 'value', { installation: '9f3c', earlier: null }, '{"installation":"9f3c","earlier":null}'),
  kept(
    'serverSettings',
    'value',
    { installation: '9f3c', earlier: { host: 'b.example', lastDutyId: 7, lastBookingId: 5 } },
    '{"installation":"9f3c","earlier":{"host":"b.example","lastDutyId":7,"lastBookingId":5}}',
  ),
  kept('serverSettings', 'value', { since: null }, '{"since":null}'),
  kept('serverSettings', 'value', { fingerprint: 'ec44dedd1757bb43' }, '{"fingerprint":"ec44dedd1757bb43"}'),
  kept('serverSettings', 'value', { fingerprint: '0123456789abcdef' }, '{"fingerprint":"0123456789abcdef"}'),
  ...(['operators', 'users', 'drivers', 'ownCustomers', 'customers', 'signInLinks'] as const).map((table) =>
    kept(table, 'email', 'ann@münchen.example', 'ann@xn--mnchen-3ya.example'),
  ),
  kept('messages', 'recipient', 'ann@münchen.example', 'ann@xn--mnchen-3ya.example'),
  kept('messages', 'recipient', '07700 900123', '07700 900123'),
  kept(
    'brands',
    'messages',
    [{ fact: 'booked', subject: 'Off to {ref}', opening: 'Dear {customer}' }],
    '[{"fact":"booked","subject":"Off to {ref}","opening":"Dear {customer}"}]',
  ),
]

/** Texts of earlier releases, which stored only given distances. No release writes them now. */
const ofEarlier = <T extends { readonly legs: readonly object[] }>(whole: T) => ({
  ...whole,
  legs: whole.legs.map((leg) => ({ ...leg, distanceSource: 'given' as const })),
})
const earlierWhole = { ...ofEarlier(fullItinerary), distanceSource: 'given' as const }
const earlierWholeText = wholeText.replace(']],1]]', ']]]]').replace(',2]]', ']]')
/** The text of release 0.2.0, with names of sources. */
const namedWholeText = wholeText.replace(']],1]]', ']],"routed"]]').replace(/,2\]\]$/, ',"estimated"]]')
const earlierChangesText = changesText.replace('"distanceSource":"routed",', '')
/** Texts of places that were stored as JSON before their coordinates had a source. No release writes them now. */
const withoutSources = (text: string) => text.replaceAll(/,"coordinatesSource":(?:null|"given")/g, '')
const beforeSources = <T extends object>(value: T): T => JSON.parse(withoutSources(JSON.stringify(value)))
const onlyRead = [
  kept('operators', 'depot', beforeSources(dropoff), withoutSources(hallText)),
  kept('amendments', 'changes', beforeSources(changes), withoutSources(changesText)),
  kept('amendments', 'before', beforeSources(changes), withoutSources(changesText)),
  kept('trips', 'itinerary', earlierWhole, earlierWholeText),
  kept('trips', 'itinerary', fullItinerary, namedWholeText),
  kept('trips', 'offeredItinerary', earlierWhole, earlierWholeText),
  kept('trips', 'maskedItinerary', masked(earlierWhole), earlierWholeText),
  kept('amendments', 'changes', ofEarlier(changes), earlierChangesText),
  kept('amendments', 'before', ofEarlier(changes), earlierChangesText),
]

const databases = [
  ['SQLite', sqliteTables],
  ['PostgreSQL', postgresTables],
] as const

/** Whether a column turns values into text by a rule of its own. */
function isPacked(column: AnyColumn): boolean {
  return column.columnType === 'SQLiteCustomColumn'
}

describe.each(databases)('a text in a column of %s', (_, tables) => {
  const columnOf = ({ table, column }: { table: TableName; column: string }) => {
    const columns: Readonly<Record<string, AnyColumn>> = getTableColumns(tables[table])
    const found = columns[column]
    if (found === undefined) throw new Error(`there is no ${table}.${column}`)
    return found
  }

  test.each(literals)('$name is written without a change since its release', ({ table, column, value, text }) => {
    expect(columnOf({ table, column }).mapToDriverValue(value)).toBe(text)
  })

  test.each([...literals, ...onlyRead])('$name is read without a change since its release', ({ table, column, value, text }) => {
    const read = columnOf({ table, column }).mapFromDriverValue(text)
    expect(plain(read)).toEqual(plain(value))
  })
})

function plain(value: unknown): unknown {
  return value instanceof Stored ? value.read() : value
}

test('has a literal for every column that stores a value as text', () => {
  const packed = Object.values(sqliteTables).flatMap((table) =>
    Object.entries<AnyColumn>(getTableColumns(table))
      .filter(([, column]) => isPacked(column))
      .map(([name]) => `${getTableName(table)}.${name}`),
  )
  const frozen = literals.map(({ table, column }) => `${getTableName(sqliteTables[table])}.${column}`)
  expect([...new Set(frozen)].toSorted()).toEqual(packed.toSorted())
})
