import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findTokenKind, formatToken, formatTokenHint, isTokenText } from '../../src/domain/token.ts'

const randomBytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const anyKind = fc.constantFrom('api_key', 'operator_device', 'driver_device', 'platform_key', 'trip_link', 'sign_in_link')

describe('the text of a token', () => {
  test('is the same for the same bits', () => {
    const text = formatToken('api_key', new Uint8Array(32).fill(255))
    expect(text).toBe(formatToken('api_key', new Uint8Array(32).fill(255)))
    expect(text).toHaveLength(53)
  })

  test('has 43 characters for zero bits', () => {
    expect(formatToken('trip_link', new Uint8Array(32))).toStartWith(`cbt_${'0'.repeat(43)}`)
  })

  test('ends with the standard CRC-32', () => {
    const text = formatToken('operator_device', new Uint8Array(32).fill(7))
    let crc = Bun.hash.crc32(text.slice(0, 47))
    let expected = ''
    for (let place = 0; place < 6; place++) {
      expected = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.charAt(crc % 62) + expected
      crc = Math.floor(crc / 62)
    }
    expect(text.slice(-6)).toBe(expected)
  })

  test('is recognised with its kind and all its bits', () => {
    fc.assert(
      fc.property(anyKind, randomBytes, randomBytes, (kind, bits, other) => {
        const text = formatToken(kind, bits)
        expect(text).toMatch(/^cb[kodptl]_[0-9A-Za-z]{49}$/)
        expect(isTokenText(text)).toBe(true)
        expect(findTokenKind(text)).toBe(kind)
        expect(text === formatToken(kind, other)).toBe(bits.toHex() === other.toHex())
      }),
    )
  })

  test('is rejected with one wrong character', () => {
    fc.assert(
      fc.property(randomBytes, fc.nat(48), fc.constantFrom(...'0Az9'), (bits, place, letter) => {
        const text = formatToken('api_key', bits)
        const changed = text.slice(0, 4 + place) + letter + text.slice(5 + place)
        expect(isTokenText(changed)).toBe(changed === text)
      }),
    )
  })

  test.each(['', 'cbk_', 'cbx_', `cbk_${'0'.repeat(48)}`, `cbk_${'0'.repeat(50)}`, `cbk_${'é'.repeat(49)}`])(
    'rejects %p',
    (text) => {
      expect(isTokenText(text)).toBe(false)
    },
  )

  test('rejects a token with a line break after it', () => {
    expect(isTokenText(`${formatToken('api_key', new Uint8Array(32))}\n`)).toBe(false)
  })

  test('has no kind with another prefix', () => {
    expect(findTokenKind('cbx_000')).toBeNull()
    expect(findTokenKind('')).toBeNull()
  })

  test('shows the prefix and the last four characters as a hint', () => {
    const text = formatToken('api_key', new Uint8Array(32).fill(9))
    expect(formatTokenHint(text)).toBe(`cbk_${text.slice(-4)}`)
  })

  test('rejects too few bits', () => {
    expect(() => formatToken('api_key', new Uint8Array(16))).toThrow(RangeError)
  })
})
