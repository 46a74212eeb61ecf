import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { operatorRef, tripRef } from '../../src/domain/reference.ts'

describe('a reference', () => {
  test('is spelled from the low five bits of each byte', () => {
    expect(tripRef(Uint8Array.of(0, 9, 10, 31, 32, 255))).toBe('TR-09AZ0Z')
    expect(operatorRef(Uint8Array.of(16, 17, 18, 19, 20))).toBe('OP-GHJKM')
  })

  test('has its form whatever the bytes were', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 6, maxLength: 16 }), (bytes) => {
        expect(tripRef(bytes)).toMatch(/^TR-[0-9A-HJKMNP-TV-Z]{6}$/)
        expect(operatorRef(bytes)).toMatch(/^OP-[0-9A-HJKMNP-TV-Z]{5}$/)
      }),
    )
  })

  test('uses every character of the alphabet equally often', () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      const last = tripRef(Uint8Array.of(0, 0, 0, 0, 0, byte)).slice(-1)
      counts.set(last, (counts.get(last) ?? 0) + 1)
    }
    expect([...counts.keys()].sort().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
    expect(new Set(counts.values())).toEqual(new Set([8]))
  })

  test('is never made from too little chance', () => {
    expect(() => tripRef(new Uint8Array(5))).toThrow(RangeError)
    expect(() => operatorRef(new Uint8Array(4))).toThrow(RangeError)
  })
})
