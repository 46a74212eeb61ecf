import { describe, expect, test } from 'bun:test'
import type { QuoteTerms } from '../../src/domain/quote.ts'
import { mustFit, mustMakeSense } from '../../src/domain/terms.ts'
import { refusalFactsOf, resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const now = Date.UTC(2026, 4, 20, 8)
const job = { currencyCode: 'GBP', passengerCount: 60, departsAt: now + 1_000 }

function terms(differing: Partial<QuoteTerms> = {}): QuoteTerms & { currencyCode: string } {
  return {
    priceAmount: 64_000,
    currencyCode: 'GBP',
    availability: 'likely',
    vehicles: [
      { type: 'coach_49', count: 1, seats: 49, description: null, vehicleId: null },
      { type: 'minibus_16', count: 1, seats: 11, description: null, vehicleId: null },
    ],
    inclusions: ['driver', 'fuel'],
    exclusions: ['parking'],
    depositAmount: null,
    includedWaitingMinutes: null,
    extraHourAmount: null,
    extraMileAmount: null,
    note: null,
    validUntil: null,
    ...differing,
  }
}

function faultsOf(work: () => void): string[] {
  const { fields } = refusalFactsOf(work) as { fields: Record<string, string[]> }
  return Object.keys(fields)
}

describe('terms make sense', () => {
  test('as they are', () => {
    expect(resultOrRefusalCode(() => mustMakeSense(terms(), now))).toBeUndefined()
  })

  test('unless something is both included and excluded', () => {
    expect(faultsOf(() => mustMakeSense(terms({ exclusions: ['parking', 'fuel'] }), now))).toEqual(['exclusions'])
  })

  test('unless the deposit is more than the price; the whole price is none too much', () => {
    expect(faultsOf(() => mustMakeSense(terms({ depositAmount: 64_001 }), now))).toEqual(['deposit_amount'])
    expect(resultOrRefusalCode(() => mustMakeSense(terms({ depositAmount: 64_000 }), now))).toBeUndefined()
  })

  test('unless their time is over already', () => {
    expect(faultsOf(() => mustMakeSense(terms({ validUntil: now }), now))).toEqual(['valid_until'])
    expect(resultOrRefusalCode(() => mustMakeSense(terms({ validUntil: now + 1 }), now))).toBeUndefined()
  })

  test('and everything wrong is told at once', () => {
    const wrong = terms({ exclusions: ['driver'], depositAmount: 99_999, validUntil: 0 })
    expect(faultsOf(() => mustMakeSense(wrong, now))).toEqual(['exclusions', 'deposit_amount', 'valid_until'])
  })
})

describe('terms fit the job', () => {
  test('with as many seats as passengers, over all vehicles', () => {
    expect(resultOrRefusalCode(() => mustFit(terms(), job))).toBeUndefined()
    expect(faultsOf(() => mustFit(terms(), { ...job, passengerCount: 61 }))).toEqual(['vehicles'])
  })

  test('counting each vehicle of a kind', () => {
    const two = terms({ vehicles: [{ type: 'midicoach_35', count: 2, seats: 30, description: null, vehicleId: null }] })
    expect(resultOrRefusalCode(() => mustFit(two, job))).toBeUndefined()
  })

  test('in its currency', () => {
    expect(faultsOf(() => mustFit({ ...terms(), currencyCode: 'EUR' }, job))).toEqual(['currency_code'])
  })

  test('until its departure at the latest', () => {
    expect(resultOrRefusalCode(() => mustFit(terms({ validUntil: job.departsAt }), job))).toBeUndefined()
    expect(faultsOf(() => mustFit(terms({ validUntil: job.departsAt + 1 }), job))).toEqual(['valid_until'])
  })
})
