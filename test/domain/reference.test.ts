import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createOperatorRef, createTripRef, isLikePostcode } from '../../src/domain/reference.ts'

describe('a reference', () => {
  test('is spelled from the low five bits of each byte', () => {
    expect(createTripRef(Uint8Array.of(0, 9, 10, 31, 32, 255))).toBe('TR-09AZ0Z')
    expect(createOperatorRef(Uint8Array.of(16, 17, 18, 19, 20))).toBe('OP-GHJKM')
  })

  test('has its form for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 16 }), (bytes) => {
        expect(createTripRef(bytes)).toMatch(/^TR-[0-9A-HJKMNP-TV-Z]{6}$/)
        expect(createOperatorRef(bytes)).toMatch(/^OP-[0-9A-HJKMNP-TV-Z]{5}$/)
      }),
    )
  })

  test('uses every character of the alphabet equally often', () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      const last = createTripRef(Uint8Array.of(0, 0, 0, 0, 0, byte)).slice(-1)
      counts.set(last, (counts.get(last) ?? 0) + 1)
    }
    expect([...counts.keys()].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
    expect(new Set(counts.values())).toEqual(new Set([8]))
  })

  test.each([
    ['TR-LS11AA', true],
    ['TR-M601NW', true],
    ['TR-09AZ0Z', false],
    ['TR-LSA1AA', false],
  ])('knows whether %s reads like a postcode: %p', (ref, isLike) => {
    expect(isLikePostcode(ref)).toBe(isLike)
  })

  test('rejects too few bytes', () => {
    expect(() => createTripRef(new Uint8Array(5))).toThrow(RangeError)
    expect(() => createOperatorRef(new Uint8Array(4))).toThrow(RangeError)
  })
})
