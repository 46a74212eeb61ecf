import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isTokenText, kindOfToken, tokenHint, tokenText } from '../../src/domain/token.ts'

const randomBytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const anyKind = fc.constantFrom('api_key', 'operator_device', 'driver_device', 'platform_key', 'trip_link', 'sign_in_link')

describe('token text', () => {
  test('the same bits always make the same text', () => {
    const text = tokenText('api_key', new Uint8Array(32).fill(255))
    expect(text).toBe(tokenText('api_key', new Uint8Array(32).fill(255)))
    expect(text).toHaveLength(53)
  })

  test('no bits at all are still 43 characters', () => {
    expect(tokenText('trip_link', new Uint8Array(32))).toStartWith(`cbt_${'0'.repeat(43)}`)
  })

  test('the checksum is the CRC-32 that everyone else computes', () => {
    const text = tokenText('operator_device', new Uint8Array(32).fill(7))
    let crc = Bun.hash.crc32(text.slice(0, 47))
    let expected = ''
    for (let place = 0; place < 6; place++) {
      expected = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.charAt(crc % 62) + expected
      crc = Math.floor(crc / 62)
    }
    expect(text.slice(-6)).toBe(expected)
  })

  test('every token is recognised, says its kind, and holds all its bits', () => {
    fc.assert(
      fc.property(anyKind, randomBytes, randomBytes, (kind, bits, other) => {
        const text = tokenText(kind, bits)
        expect(text).toMatch(/^cb[kodptl]_[0-9A-Za-z]{49}$/)
        expect(isTokenText(text)).toBe(true)
        expect(kindOfToken(text)).toBe(kind)
        expect(text === tokenText(kind, other)).toBe(bits.toHex() === other.toHex())
      }),
    )
  })

  test('one wrong character anywhere is noticed', () => {
    fc.assert(
      fc.property(randomBytes, fc.nat(48), fc.constantFrom(...'0Az9'), (bits, place, letter) => {
        const text = tokenText('api_key', bits)
        const changed = text.slice(0, 4 + place) + letter + text.slice(5 + place)
        expect(isTokenText(changed)).toBe(changed === text)
      }),
    )
  })

  test.each(['', 'cbk_', 'cbx_', `cbk_${'0'.repeat(48)}`, `cbk_${'0'.repeat(50)}`, `cbk_${'é'.repeat(49)}`])(
    '%p is no token',
    (text) => {
      expect(isTokenText(text)).toBe(false)
    },
  )

  test('a token with a line behind it is no token', () => {
    expect(isTokenText(`${tokenText('api_key', new Uint8Array(32))}\n`)).toBe(false)
  })

  test('another prefix than the six has no kind', () => {
    expect(kindOfToken('cbx_000')).toBeNull()
    expect(kindOfToken('')).toBeNull()
  })

  test('a hint shows the prefix and the last four', () => {
    const text = tokenText('api_key', new Uint8Array(32).fill(9))
    expect(tokenHint(text)).toBe(`cbk_${text.slice(-4)}`)
  })

  test('fewer bits than promised are refused', () => {
    expect(() => tokenText('api_key', new Uint8Array(16))).toThrow(RangeError)
  })
})
