import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { tidyPostcode } from '../../src/domain/postcode.ts'
import { findPostcodeSpan, postcodeNumbers, toPostcodeNumber } from '../../src/domain/postcode-number.ts'

const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const digit = fc.constantFrom(...'0123456789')
const either = fc.oneof(letter, digit)
const outward = fc
  .tuple(letter, fc.option(letter, { nil: '' }), digit, fc.option(either, { nil: '' }))
  .map((characters) => characters.join(''))
const inward = fc.tuple(digit, letter, letter).map((characters) => characters.join(''))
const postcode = fc.tuple(outward, inward).map((codes) => codes.join(' '))

/** A spelling of a postcode as people type it. */
const spelling = (code: string) =>
  fc
    .tuple(fc.constantFrom('', ' ', '  ', '-', '\u00a0', ' - '), fc.boolean(), fc.constantFrom('', ' '))
    .map(([between, isSmall, around]) => {
      const typed = `${around}${code.replace(' ', between)}${around}`
      return isSmall ? typed.toLowerCase() : typed
    })

describe('the number of a postcode', () => {
  test('is the same for every spelling', () => {
    for (const typed of ['LS1 4DY', 'ls14dy', 'LS1  4DY', 'LS1-4DY', ' ls1 4dy ', 'ＬＳ１ ４ＤＹ'])
      expect(toPostcodeNumber(typed)).toBe(toPostcodeNumber('LS1 4DY'))
    fc.assert(
      fc.property(
        postcode.chain((code) => fc.tuple(fc.constant(code), spelling(code))),
        ([code, typed]) => {
          expect(tidyPostcode(typed)).toBe(code)
          expect(toPostcodeNumber(typed)).toBe(toPostcodeNumber(code))
        },
      ),
    )
  })

  test('differs between postcodes, in the order of their codes', () => {
    const padded = (code: string) => `${code.slice(0, -4).padEnd(4)}${code.slice(-3)}`
    fc.assert(
      fc.property(postcode, postcode, (one, other) => {
        const [first, second] = [toPostcodeNumber(one) ?? -1, toPostcodeNumber(other) ?? -1]
        expect(Math.sign(first - second)).toBe(padded(one) === padded(other) ? 0 : padded(one) < padded(other) ? -1 : 1)
      }),
    )
  })

  test('is below the first number of the next set', () => {
    expect(toPostcodeNumber('ZZ9Z 9ZZ')).toBeLessThan(postcodeNumbers)
    expect(toPostcodeNumber('A0 0AA')).toBeGreaterThan(0)
    expect(toPostcodeNumber('GIR 0AA')).toBeGreaterThan(toPostcodeNumber('G99 9ZZ') ?? 0)
  })

  test('is null for other texts', () => {
    for (const typed of ['', 'LS1', 'LS1 4D', '4DY', 'LS1 4DYX', '75001', 'Leeds', 'LS1 4DY Leeds'])
      expect(toPostcodeNumber(typed)).toBeNull()
    fc.assert(fc.property(fc.string(), (typed) => void toPostcodeNumber(typed)))
  })
})

describe('the span of an outward code', () => {
  test('contains exactly its postcodes', () => {
    fc.assert(
      fc.property(outward, postcode, (code, other) => {
        const span = findPostcodeSpan(code) ?? { from: 0, until: 0 }
        const number = toPostcodeNumber(other) ?? -1
        expect(number >= span.from && number < span.until).toBe(other.split(' ')[0] === code)
        expect(toPostcodeNumber(`${code} 0AA`)).toBe(span.from)
        expect(toPostcodeNumber(`${code} 9ZZ`)).toBe(span.until - 1)
      }),
    )
  })

  test('is read from small letters, and from no other text', () => {
    expect(findPostcodeSpan(' ls1 ')).toEqual(findPostcodeSpan('LS1'))
    for (const typed of ['', 'LS', 'LS1 4DY', '1LS', 'Leeds', '75001']) expect(findPostcodeSpan(typed)).toBeNull()
  })
})
