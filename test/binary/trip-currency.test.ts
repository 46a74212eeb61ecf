import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { runExecutable } from '../support/command-line.ts'
import { makeFolder } from '../support/folder.ts'
import { days, type Market, type OperatorClient, ok, quoteTerms, statusAndCode } from '../support/market.ts'
import { copyReleaseInto } from '../support/released.ts'
import { shareMarket } from '../support/shared-market.ts'

const openShared = shareMarket({ isMute: true })
let market: Market
let dales: OperatorClient
let moors: OperatorClient
let dublin: OperatorClient

beforeAll(async () => {
  market = await openShared()
  dales = await market.operator('Dales Coaches')
  dublin = await market.operator('Dublin Coaches', { currency_code: 'EUR', timezone: 'Europe/Dublin' })
  moors = await market.operator('Moorland Travel')
})

const enter = (offerTo: unknown, fields: object = {}) =>
  market.platform('POST', '/trips', {
    customer: { name: 'Ann Smith', email: 'ann@example.org' },
    pickup: { label: 'Leeds Town Hall', kind: 'venue' },
    dropoff: { label: 'York Minster', kind: 'venue' },
    departs_at: market.at(days(30)),
    passenger_count: 45,
    offer_to: offerTo,
    ...fields,
  })

const offer = (ref: string, offerTo: unknown) => market.platform('POST', `/trips/${ref}/offers`, { offer_to: offerTo })
const operatorsAsked = (whole: { offers: { operator_ref: string }[] }) => whole.offers.map(({ operator_ref }) => operator_ref)
const read = async (ref: string) => ok(await market.platform('GET', `/trips/${ref}`))

async function refused(answer: Promise<{ status: number; code: string | undefined }>): Promise<string[]> {
  const refusal = (await answer) as Awaited<ReturnType<typeof enter>>
  expect(statusAndCode(refusal)).toBe('422 validation_failed')
  return Object.keys(refusal.json.error.fields)
}

describe('the currency of a trip', () => {
  test('is the currency of the first operator in offer_to', async () => {
    for (const [offerTo, currency] of [
      [[dales.ref, moors.ref], 'GBP'],
      [[moors.ref, dales.ref], 'GBP'],
      [[dublin.ref], 'EUR'],
    ] as const) {
      const entered = ok(await enter(offerTo))
      expect(operatorsAsked(entered)).toEqual([...offerTo])
      expect((await read(entered.ref)).currency_code).toBe(currency)
    }
  })

  test('rejects operators with two currencies and enters no trip', async () => {
    const before = ok(await dales.jobs()).length
    expect(await refused(enter([dales.ref, dublin.ref]))).toEqual(['offer_to'])
    expect(await refused(enter([dublin.ref, dales.ref]))).toEqual(['offer_to'])
    expect(await refused(enter([dales.ref], { currency_code: 'EUR' }))).toEqual(['offer_to'])
    expect(ok(await dales.jobs())).toHaveLength(before)
  })

  test('can be set by the platform, and rejects unknown codes', async () => {
    const { ref } = ok(await enter([dublin.ref], { currency_code: 'EUR' }))
    expect((await read(ref)).currency_code).toBe('EUR')
    expect(ok(await dublin.job({ ref })).currency_code).toBe('EUR')
    for (const unknown of ['XXY', 'eur', 'toString', '']) {
      expect(await refused(enter([dublin.ref], { currency_code: unknown }))).toEqual(['currency_code'])
    }
  })

  test('decides which operators “all” means, and defaults to that of the oldest operator', async () => {
    expect(operatorsAsked(ok(await enter('all')))).toEqual([dales.ref, moors.ref])
    expect(operatorsAsked(ok(await enter('all', { currency_code: 'EUR' })))).toEqual([dublin.ref])
    expect(operatorsAsked(ok(await enter('all', { currency_code: null })))).toEqual([dales.ref, moors.ref])
  })

  test('does not change when more operators are asked', async () => {
    const { ref } = ok(await enter([dublin.ref]))
    expect(await refused(offer(ref, [dales.ref]))).toEqual(['offer_to'])
    expect(operatorsAsked(ok(await offer(ref, 'all')))).toEqual([dublin.ref])
    const pounds = ok(await enter([moors.ref]))
    expect(operatorsAsked(ok(await offer(pounds.ref, 'all')))).toEqual([moors.ref, dales.ref])
  })

  test('is kept if no operator has it yet', async () => {
    const { ref, offers } = ok(await enter('all', { currency_code: 'CHF' }))
    expect(offers).toEqual([])
    expect(await refused(offer(ref, [dales.ref]))).toEqual(['offer_to'])
    const swiss = await market.operator('Zürich Reisen', { currency_code: 'CHF', timezone: 'Europe/Zurich' })
    expect(operatorsAsked(ok(await offer(ref, [swiss.ref])))).toEqual([swiss.ref])
    ok(await swiss.quote({ ref }, quoteTerms({ currency_code: 'CHF' })))
  })

  test('is that of the operator if a customer or the operator enters the trip', async () => {
    const route = {
      pickup: { label: 'Cork', kind: 'venue' },
      dropoff: { label: 'Galway', kind: 'venue' },
      departs_at: market.at(days(30)),
      passenger_count: 20,
    }
    const customer = { name: 'Ann Smith', email: 'ann@example.org' }
    const asked = { ...route, customer, operator_ref: dublin.ref, currency_code: 'GBP' }
    const { ref } = ok(await market.call('POST', '/customer/v1/enquiries', { body: asked }))
    expect((await read(ref)).currency_code).toBe('EUR')
    const token = await market.personToken(dublin)
    const own = ok(await market.call('POST', '/portal/v1/trips', { token, body: { ...route, customer } }))
    expect((await read(own.ref)).currency_code).toBe('EUR')
  })
})

test('gives trips of release 0.1.0 the currency of their first offer', async () => {
  using folder = makeFolder()
  const dataDir = folder.at('data')
  copyReleaseInto('release-0.1.0', dataDir)
  const ask = <T>(work: (database: Database) => T): T => {
    using database = new Database(join(dataDir, 'charabanc.sqlite'))
    return work(database)
  }
  ask((database) => database.run("UPDATE offers SET currency_code = 'EUR' WHERE trip_id = 2"))

  expect(await runExecutable(['migrate'], { dataDir })).toMatchObject({ exitCode: 0 })

  const found = ask((database) =>
    database.query<{ id: number; currency_code: string | null }, []>('SELECT id, currency_code FROM trips').all(),
  )
  expect(found.length).toBeGreaterThan(3)
  for (const { id, currency_code: code } of found) expect(code).toBe(id === 2 ? 'EUR' : 'GBP')
})
