import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { partsByRate } from '../../src/domain/vat.ts'

const vat = { number: 'GB123456789', standardRateBps: 2_000 }
const coach = { seats: 49, count: 1 }
const taxi = { seats: 8, count: 1 }

describe('a price by its rates of VAT', () => {
  test('is zero-rated where all vehicles have ten places with the driver’s', () => {
    expect(partsByRate(64_000, [coach, { seats: 9, count: 2 }], vat)).toEqual([
      { netAmount: 64_000, vatRateBps: 0, vatAmount: 0, grossAmount: 64_000 },
    ])
  })

  test('holds the standard rate where all are smaller', () => {
    expect(partsByRate(12_000, [taxi], vat)).toEqual([
      { netAmount: 10_000, vatRateBps: 2_000, vatAmount: 2_000, grossAmount: 12_000 },
    ])
  })

  test('is split by seats where large and small go together', () => {
    expect(partsByRate(57_001, [coach, taxi], vat)).toEqual([
      { netAmount: 49_001, vatRateBps: 0, vatAmount: 0, grossAmount: 49_001 },
      { netAmount: 6_667, vatRateBps: 2_000, vatAmount: 1_333, grossAmount: 8_000 },
    ])
  })

  test('holds none without a registration', () => {
    expect(partsByRate(12_000, [taxi, coach], null)).toEqual([
      { netAmount: 12_000, vatRateBps: 0, vatAmount: 0, grossAmount: 12_000 },
    ])
  })

  test('comes to the price, whatever it is split into', () => {
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
          const parts = partsByRate(gross, fleet, { ...vat, standardRateBps: rate })
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
