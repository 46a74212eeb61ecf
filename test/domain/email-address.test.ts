import { describe, expect, test } from 'bun:test'
import { computeEmailKey, isEmailAddress, toWireAddress } from '../../src/domain/email-address.ts'

const local64 = 'a'.repeat(64)
const label63 = 'b'.repeat(63)

describe('an email address', () => {
  test.each([
    'ann@example.org',
    "o'neil+coach@sub.example.co.uk",
    'first.last@example.org',
    `${local64}@example.org`,
    `ann@${label63}.example`,
    'ann@münchen.example',
    'ann@MÜNCHEN.example',
    'ann@xn--mnchen-3ya.example',
    'ann@例え.テスト',
    'ann@1.example',
  ])('accepts %s', (text) => {
    expect(isEmailAddress(text)).toBe(true)
  })

  test.each([
    'jo@',
    '@example.org',
    'ann',
    'ann@localhost',
    'ann@@example.org',
    '.ann@example.org',
    'ann.@example.org',
    'ann..smith@example.org',
    'ann@example..org',
    'ann@.example.org',
    'ann@example.org.',
    'ann@-example.org',
    'ann@example-.org',
    'ann@exa_mple.org',
    'ann@münchen..example',
    'ann@münchen.example/x',
    'ann@１.２',
    'ann@192.0.2.1',
    'ann smith@example.org',
    'ann@example.org ',
    'ann@example.org\n',
    'jörg@example.org',
    `${local64}a@example.org`,
    `ann@${label63}b.example`,
    `ann@${`${label63}.`.repeat(4)}example`,
    `ann@${'ü'.repeat(60)}.example`,
    '',
  ])('rejects %s', (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })

  test('is sent in punycode, and has one key in any spelling', () => {
    expect(toWireAddress('Ann@München.example')).toBe('Ann@xn--mnchen-3ya.example')
    expect(toWireAddress('Ann@Example.org')).toBe('Ann@Example.org')
    expect(toWireAddress('07700 900123')).toBe('07700 900123')
    const written = ['ann@münchen.example', 'ANN@MÜNCHEN.EXAMPLE', 'ann@mu\u0308nchen.example', 'Ann@xn--mnchen-3ya.example']
    expect(new Set(written.map(computeEmailKey))).toEqual(new Set(['ann@xn--mnchen-3ya.example']))
  })
})
