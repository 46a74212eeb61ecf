import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { countSmsLength, formatSmsName } from '../../src/domain/sms.ts'

const name = (text: string) => formatSmsName(text, 60, 'TR-K7Q2M9')

describe('a name in an SMS', () => {
  test.each([
    ['Dales Coaches', 'Dales Coaches'],
    ['Łódź', 'Lodz'],
    ['Müller & Söhne, Königstraße', 'Müller & Söhne, Königstraße'],
    ['Kraków → Brno, 45 passengers', 'Kraków → Brno, 45 passengers'.replace('ó', 'o').replace('→', 'to')],
    ['“Kelly’s” – coaches…', '"Kelly\'s" - coaches...'],
    ['Œuvre Þórshöfn Đorđe', 'OEuvre Thorshöfn Dorde'.replace('OE', 'Oe')],
    ['Санкт-Петербург', 'Sankt-Peterburg'],
    ['Щастя і Її', 'Shchastya i Yiyi'],
    ['Βασίλης Θεοδώρου', 'Vasilis Theodorou'],
    ['თბილისი', 'tbilisi'],
    ['Երևան', 'Erevan'],
    ['A\n\tB\u00a0C', 'A B C'],
    ['東京 Coaches of Tokyo', 'Coaches of Tokyo'],
    ['Ada 😀', 'Ada'],
    ['e\u0301te\u0301', 'été'],
    ['٤٥ seats', '45 seats'],
  ])('is sent for %j as %j', (typed, sent) => {
    expect(name(typed)).toBe(sent)
  })

  test.each(['', ' ', '東京観光バス', 'شركة الباصات', 'אגד', '😀😀', '東京 5'])(
    'is the reference for %j, which GSM cannot spell',
    (typed) => {
      expect(name(typed)).toBe('TR-K7Q2M9')
    },
  )

  test('ends in three dots if it is too long', () => {
    expect(formatSmsName('Kingston upon Hull Grammar School', 20, '')).toBe('Kingston upon Hul...')
  })

  test('contains only GSM characters within its limit', () => {
    const characters = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string({ unit: fc.constantFrom(...'Łódź→“”–…Щє{}[]€Ωé½ﬁ①ß\n '), maxLength: 80 }),
    )
    fc.assert(
      fc.property(characters, fc.integer({ min: 4, max: 200 }), (typed, atMost) => {
        const length = countSmsLength(formatSmsName(typed, atMost, '-'))
        expect(length).not.toBeNull()
        expect(length).toBeLessThanOrEqual(atMost)
        expect(formatSmsName(typed, atMost, '-')).not.toMatch(/[\r\n]/)
      }),
    )
  })
})

test('counts braces and the euro sign as two, and rejects characters outside GSM', () => {
  expect([countSmsLength('abc'), countSmsLength('a{€}'), countSmsLength('ł')]).toEqual([3, 7, null])
})
