import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { splitVatParts } from '../../src/domain/vat.ts'

const vat = { number: 'GB123456789', standardRateBps: 2_000 }
const coach = { seats: 49, count: 1 }
const taxi = { seats: 8, count: 1 }

describe('a price by its VAT rates', () => {
  test('is zero-rated if each vehicle has ten places with the driver’s', () => {
    expect(splitVatParts(64_000, [coach, { seats: 9, count: 2 }], vat)).toEqual([
      { netAmount: 64_000, vatRateBps: 0, vatAmount: 0, grossAmount: 64_000 },
    ])
  })

  test('has the standard rate if all vehicles are smaller', () => {
    expect(splitVatParts(12_000, [taxi], vat)).toEqual([
      { netAmount: 10_000, vatRateBps: 2_000, vatAmount: 2_000, grossAmount: 12_000 },
    ])
  })

  test('is split by seats between large and small vehicles', () => {
    expect(splitVatParts(57_001, [coach, taxi], vat)).toEqual([
      { netAmount: 49_001, vatRateBps: 0, vatAmount: 0, grossAmount: 49_001 },
      { netAmount: 6_667, vatRateBps: 2_000, vatAmount: 1_333, grossAmount: 8_000 },
    ])
  })

  test('has no VAT without a registration', () => {
    expect(splitVatParts(12_000, [taxi, coach], null)).toEqual([
      { netAmount: 12_000, vatRateBps: 0, vatAmount: 0, grossAmount: 12_000 },
    ])
  })

  test('adds up to the price for any split', () => {
    const vehicles = fc.array(fc.record({ seats: fc.integer({ min: 1, max: 100 }), count: fc.integer({ min: 1, max: 50 }) }), {
      minLength: 1,
      maxLength: 10,
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        vehicles,
        fc.integer({ min: 0, max: 10_000 }),
        (gross, fleet, rate) => {
          const parts = splitVatParts(gross, fleet, { ...vat, standardRateBps: rate })
          expect(parts.reduce((sum, { grossAmount }) => sum + grossAmount, 0)).toBe(gross)
          expect(new Set(parts.map(({ vatRateBps }) => vatRateBps)).size).toBe(parts.length)
          for (const { netAmount, vatAmount, grossAmount, vatRateBps } of parts) {
            expect(netAmount + vatAmount).toBe(grossAmount)
            expect(netAmount).toBeGreaterThanOrEqual(0)
            expect(Math.abs(vatAmount - (netAmount * vatRateBps) / 10_000)).toBeLessThanOrEqual(1)
          }
        },
      ),
    )
  })
})
