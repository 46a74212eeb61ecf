import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isOneLine, oneLinePattern, toOneLine, toPlainJson, toSafeLines } from '../../src/domain/control-characters.ts'

const refused = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  0x061c,
  ...range(0x200e, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2066, 0x2069),
]

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(fc.constantFrom(...refused.map((code) => String.fromCharCode(code))), fc.string()))
    .map((parts) => parts.join('')),
)

describe('control characters', () => {
  test('are exactly these in the basic plane', () => {
    const found = range(0, 0xffff).filter((code) => !isOneLine(`a${String.fromCharCode(code)}b`))
    expect(found).toEqual(refused)
  })

  test('match the pattern in the OpenAPI document', () => {
    const pattern = new RegExp(oneLinePattern, 'u')
    fc.assert(fc.property(anyText, (text) => pattern.test(text) === isOneLine(text)))
  })

  test('are replaced without other changes', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isOneLine(toOneLine(text))).toBe(true)
        expect(toOneLine(text)).toHaveLength(text.length)
        expect(toOneLine(toSafeLines(text))).toBe(toOneLine(text))
        expect(
          toSafeLines(text)
            .split(/[^\n\t]/)
            .join(''),
        ).toBe(text.split(/[^\n\t]/).join(''))
        if (isOneLine(text)) expect([toOneLine(text), toSafeLines(text)]).toEqual([text, text])
      }),
    )
  })

  test('are escaped in JSON with the same value', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = toPlainJson(JSON.stringify({ text }))
        expect(isOneLine(json)).toBe(true)
        expect(JSON.parse(json)).toEqual({ text })
      }),
    )
  })
})
