import { describe, expect, test } from 'bun:test'
import type { QuoteTerms } from '../../src/domain/quote.ts'
import { requireConsistentTerms, requireFittingTerms } from '../../src/domain/terms.ts'
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

describe('the terms of a quote', () => {
  test('are accepted if they are valid', () => {
    expect(resultOrRefusalCode(() => requireConsistentTerms(terms(), now))).toBeUndefined()
  })

  test('are refused if an item is both included and excluded', () => {
    expect(faultsOf(() => requireConsistentTerms(terms({ exclusions: ['parking', 'fuel'] }), now))).toEqual(['exclusions'])
  })

  test('are refused if the deposit exceeds the price, but not if it equals the price', () => {
    expect(faultsOf(() => requireConsistentTerms(terms({ depositAmount: 64_001 }), now))).toEqual(['deposit_amount'])
    expect(resultOrRefusalCode(() => requireConsistentTerms(terms({ depositAmount: 64_000 }), now))).toBeUndefined()
  })

  test('are refused if their validity has ended', () => {
    expect(faultsOf(() => requireConsistentTerms(terms({ validUntil: now }), now))).toEqual(['valid_until'])
    expect(resultOrRefusalCode(() => requireConsistentTerms(terms({ validUntil: now + 1 }), now))).toBeUndefined()
  })

  test('are refused with all faults together', () => {
    const wrong = terms({ exclusions: ['driver'], depositAmount: 99_999, validUntil: 0 })
    expect(faultsOf(() => requireConsistentTerms(wrong, now))).toEqual(['exclusions', 'deposit_amount', 'valid_until'])
  })
})

describe('the terms for a job', () => {
  test('need a seat for each passenger, over all vehicles', () => {
    expect(resultOrRefusalCode(() => requireFittingTerms(terms(), job))).toBeUndefined()
    expect(faultsOf(() => requireFittingTerms(terms(), { ...job, passengerCount: 61 }))).toEqual(['vehicles'])
  })

  test('count each vehicle of a kind', () => {
    const two = terms({ vehicles: [{ type: 'midicoach_35', count: 2, seats: 30, description: null, vehicleId: null }] })
    expect(resultOrRefusalCode(() => requireFittingTerms(two, job))).toBeUndefined()
  })

  test('need the currency of the job', () => {
    expect(faultsOf(() => requireFittingTerms({ ...terms(), currencyCode: 'EUR' }, job))).toEqual(['currency_code'])
  })

  test('are valid until the departure at most', () => {
    expect(resultOrRefusalCode(() => requireFittingTerms(terms({ validUntil: job.departsAt }), job))).toBeUndefined()
    expect(faultsOf(() => requireFittingTerms(terms({ validUntil: job.departsAt + 1 }), job))).toEqual(['valid_until'])
  })
})
