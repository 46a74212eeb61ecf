import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { makeOmission, makeScrub, scrubContactAndMoney, scrubMoney } from '../../src/domain/scrub.ts'
import { patience } from '../support/patience.ts'

const scrub = (text: string, identities: readonly string[]) => makeScrub(identities)(text)

const customer = ['Mrs Jane Smith', 'Acme & Sons Ltd', 'jane@acme.example', '+44 7700 900123', 'José Núñez']

describe('an email address in a text', () => {
  test.each([
    'jane@example.com',
    'JANE.DOE+coach@mail.example.co.uk',
    'jane @ example.com',
    'jane@ example.com',
    'jane [at] example.com',
    'jane(at)example(dot)com',
    'jane {at} example [dot] co [dot] uk',
    '"jane doe"@example.com',
    'jane@[192.0.2.1]',
    'jane@bücher.de',
    'jané@example.com',
    'jane＠example．com',
    'ja\u200bne@exam\u00adple.com',
    'jane_doe%x@example.museum',
  ])('is removed: %p', (address) => {
    expect(scrub(`Write to ${address}, please`, [])).toBe('Write to [removed], please')
  })

  test('is removed anywhere', () => {
    fc.assert(
      fc.property(
        fc.emailAddress(),
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (address, before, after) => {
          expect(scrub(`${before} ${address} ${after}`, [])).not.toContain(address)
          expect(scrub(`${before}${address}`, [])).not.toContain(address)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('a telephone number in a text', () => {
  test.each([
    '+44 7700 900123',
    '+447700900123',
    '+44 (0)113 496 0123',
    '+44(0)1134960123',
    '(+44) 7700 900123',
    '0044 7700 900123',
    '07700 900123',
    '07700900123',
    '07700-900-123',
    '07700.900.123',
    '0770 090 0123',
    '0 7 7 0 0 9 0 0 1 2 3',
    '07700_900_123',
    '(0113) 496 0123',
    '0113 4960123',
    '020 7946 0018',
    '020-7946-0018',
    '0800 1111 222',
    '7700 900123',
    '447700900123',
    '496 0123',
    '4960123',
    '+1 415 555 0132',
    '+1 (415) 555-0132',
    '(415) 555-0132',
    '415.555.0132',
    '+33 1 23 45 67 89',
    '01 23 45 67 89',
    '01.23.45.67.89',
    '+353 1 234 5678',
    '+49 30 1234567',
    '0151 123 2026',
    '０７７００ ９００１２３',
    '٠٧٧٠٠ ٩٠٠١٢٣',
    '07700\u00a0900\u2011123',
    '0\u200b7700900123',
  ])('is removed: %p', (number) => {
    expect(scrub(`Ring ${number}, please`, [])).toBe('Ring [removed], please')
  })

  test('is removed next to letters', () => {
    expect(scrub('tel07700900123, mob:07700900124 T+447700900125x', [])).toBe('tel[removed], mob:[removed] T[removed]x')
  })

  test('leaves its brackets and a time beside it', () => {
    expect(scrub('(07700 900123) 08:30 07700 900124 12.06.2026 07700 900125', [])).toBe(
      '([removed]) 08:30 [removed] 12.06.2026 [removed]',
    )
  })

  const digits = (length: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))
  const separator = fc.constantFrom(' ', '-', '.', '', ' - ', '\u00a0')

  test('is removed anywhere with any spacing', () => {
    const prefix = fc.constantFrom('07', '+447', '00447', '+44 (0)7', '(07)', '+337', '+4917')
    const word = fc.constantFrom('', 'Ring ', 'ref. ', 'seats 53, ', '08:30, ', 'LS1 4DY ', '(', 'tel:')
    fc.assert(
      fc.property(word, prefix, digits(4), separator, digits(5), word, (before, start, first, gap, last, after) => {
        const scrubbed = scrub(`${before}${start}${first}${gap}${last}, ${after}`, [])
        expect(scrubbed).toContain('[removed]')
        expect(scrubbed).not.toContain(last)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a web address in a text', () => {
  test.each([
    'https://example.com',
    'http://user:secret@example.com:8080/a?b=c#d',
    'ftp://files.example.zz',
    'HTTPS://EXAMPLE.COM/A',
    'www.example.museum',
    'www2.example.com/path',
    'example.co.uk/fleet',
    'example.co.uk',
    'EXAMPLE.COM',
    'acme-coaches.travel',
    'example.com:8080/x',
    'wa.me/447700900123',
    'youtu.be/abc',
    'xn--bcher-kva.de',
    'bücher.de',
    'example．com',
  ])('is removed: %p', (address) => {
    expect(scrub(`See (${address}), please`, [])).toBe('See ([removed]), please')
  })

  test('ends before the next sentence', () => {
    expect(scrub('See example.com.Please wait at www.example.com. Thanks', [])).toBe(
      'See [removed].Please wait at [removed]. Thanks',
    )
  })

  test('is removed anywhere', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string({ unit: 'grapheme' }), (address, around) => {
        expect(scrub(`${around}${address} ${around}`, [])).not.toContain(address)
        expect(scrub(address, [])).not.toContain(new URL(address).hostname)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the customer’s name in a text', () => {
  test.each([
    ['Ask for Jane Smith.', 'Ask for [removed].'],
    ['Ask for JANE   SMITH’s group', 'Ask for [removed]’s group'],
    ['Ask for Jane\nSmith', 'Ask for [removed]'],
    ['Mrs Smith pays', '[removed] pays'],
    ['Smith, Jane pays', '[removed] pays'],
    ['acme & sons, ltd pay', '[removed] pay'],
    ['Jose Nunez and JOSÉ NÚÑEZ and Jose\u0301 Nún\u0303ez', '[removed] and [removed] and [removed]'],
    ['Ｊａｎｅ Ｓｍｉｔｈ', '[removed]'],
  ])('is removed from %p', (typed, scrubbed) => {
    expect(scrub(typed, customer)).toBe(scrubbed)
  })

  test('stays inside other words', () => {
    for (const text of ['Janet Smithson', 'Mary-Jane Blacksmith', 'Acme Sonsie', 'Mr Smithers'])
      expect(scrub(text, customer)).toBe(text)
  })

  test('is removed if it is a company named like its site', () => {
    expect(scrub('Acme.co.uk Trips Ltd pays', ['acme.co.uk trips ltd'])).toBe('[removed] pays')
  })

  test('is removed anywhere for any name', () => {
    const name = fc
      .array(fc.stringMatching(/^[a-zA-ZÀ-ÖØ-öß]{2,12}$/), { minLength: 1, maxLength: 4 })
      .map((words) => words.join(' '))
    const letterCase = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
    )
    fc.assert(
      fc.property(name, letterCase, fc.lorem(), (who, spelled, text) => {
        expect(scrub(`${text} ${spelled(who)}, ${text}`, [who])).not.toContain(` ${spelled(who)},`)
      }),
      { numRuns: 1000 },
    )
  })

  test('removes nothing if it has no letters', () => {
    expect(scrub('A coach, a driver & 53 seats', ['', ' ', 'a', '&', '53', '-'])).toBe('A coach, a driver & 53 seats')
  })
})

describe('a harmless text', () => {
  test.each([
    'Depart 08:30, back 23:15:00; 0830 0915 1000; 08.30-10.45; 8.30 9.15 10.00; 0830-1000',
    '12/06/2026, 12-06-2026, 08.06.2026, 12.06.26 08.30, 08 06 2026, 2026-06-12, 12-14.06.2026, 20260612',
    '2026-06-12T08:30:00+01:00 or 2026-06-12 08:30',
    'Flight BA2490 from T5 lands 0815, EZY8123 and U2 1234',
    'LS1 4DY, SW1A 1AA, M62 J27, A64',
    '£1,250.00, £1250000, £640.50, 1250.50, €45.00, 12500.00',
    '53 seats, 2 x 49 and 16; 45 49 53 57; 1,250,000 people',
    'TR-123456, TR-0000000, OP-12345, AB1234567, INV-2026-00123, ref 12345678, PO number 4500123456, #12345678',
    '550e8400-e29b-41d4-a716-446655440000',
    '53.795700, -1.547800 or 51.5074123, -0.1278001',
    '2024-2026, 12 2026 0830, 1914-1918',
    'e.g. St.Pancras, i.e. a.m. or 9.30am, itinerary.pdf, no.10, U.K.',
    'Please wait.Coach parks in the yard.Thanks. We sit here.it is fine',
    'Meet @ Leeds at 8am@Leeds, 2@3.50, and/or A&B; 50/50',
    'Zürich – Łódź, 東京, 😀 ½ № 5',
    'The step is 07 cm high, gate code 0419, bay 12',
    '',
  ])('stays unchanged: %p', (text) => {
    expect(scrub(text, customer)).toBe(text)
  })

  test('stays unchanged with plain words', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.integer({ min: 0, max: 999_999 }), (text, number) => {
        expect(scrub(`${text} ${number} ${text}`, [])).toBe(`${text} ${number} ${text}`)
      }),
    )
  })
})

test('finds nothing more in a scrubbed text', () => {
  const scrubOnce = makeScrub(customer)
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.emailAddress(),
    fc.webUrl(),
    fc.constantFrom('Jane Smith', '07700 900123', ' ', '+44', '(', '@', '.', 'www.'),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const scrubbed = scrubOnce(pieces.join(''))
      expect(scrubOnce(scrubbed).replaceAll('[removed]', '')).toBe(scrubbed.replaceAll('[removed]', ''))
    }),
    { numRuns: 500 },
  )
})

describe('a hostile text of 100 kB', () => {
  const scrubOnce = makeScrub([...customer, 'a '.repeat(80)])

  test.each([
    '0',
    '0 ',
    '1-',
    'a',
    'a@',
    'a.',
    '@',
    '+',
    '(',
    '[',
    '"a',
    'http://',
    'www.',
    'com.',
    'x@a.',
    '[at]',
    '£1,',
    'jane ',
    'a ',
    '٠',
    '\u200b',
    '12:',
  ])('is scrubbed in a second: %p repeated', (piece) => {
    const typed = piece.repeat(Math.ceil(100_000 / piece.length))
    const started = performance.now()
    scrubOnce(typed)
    expect(performance.now() - started).toBeLessThan(patience(1_000))
  })
})

test('removes the given person, and keeps the rest of the text', () => {
  const omit = makeOmission(['Pat Moss', 'pat@moss.example', '07700900123'])
  expect(omit('Moss, Pat (pat@moss.example, 07700900123) rang Kim on 0113 496 0001, kim@low.example, see low.example/a')).toBe(
    '[removed] ([removed], [removed]) rang Kim on 0113 496 0001, kim@low.example, see low.example/a',
  )
  expect(makeOmission([])('Call 0113 496 0001.')).toBe('Call 0113 496 0001.')
})

describe('an amount of money in a text', () => {
  test.each([
    '£640',
    '£ 1,280.00',
    '£640-700',
    '£1.2k',
    '£.50',
    '£٦٤٠',
    '£６４０',
    '$50',
    '1 200 €',
    '1\u202f200,50\u00a0€',
    '640,- €',
    '640.00 GBP',
    'GBP 640',
    'GBP640.00',
    'EUR 1.200,50',
    '1’200 CHF',
    'gbp 640',
    'TRY 640.00',
    'JPY 50000',
    '₹1,28,000',
    'Rs. 1,28,000',
    '640 kr',
    '640 zł',
    '640 pounds',
    '50 quid',
    '9 to 10 euros',
    '50p',
    '640+VAT',
    '640 plus VAT',
    'price 640',
    'Fare: 1200',
    'deposit of 128',
    'cost 64',
    'fare: 64',
    'tip is 20',
    '64 Pounds',
    '640.00',
    '1,280.00',
  ])('is removed: %p', (amount) => {
    expect(scrubContactAndMoney(`The coach, ${amount}, 4 people`)).toBe('The coach, [removed], 4 people')
  })

  /** Texts beside amounts that must stay unchanged. */
  const kept = [
    'Depart 15:30',
    'back 08.30-10.45',
    '12/06/2026, 12.06.2026 and 2026-06-12',
    'M62 J27, then the A64',
    '4 coaches',
    'ALL 4 COACHES',
    '45 passengers',
    'Flight BA2490 from T5, EZY8123',
    'LS1 3AD',
    'SW1A 1AA',
    'flat 3, 14 Acacia Avenue',
    'World Cup 2026',
    'MAD 0830',
    'TR-123456',
    '53.795700, -1.547800',
    'paid on 12 June',
    'paid 12 June, paid 10am, deposit of 20 %',
    'Costs 9',
    '12 Pound Lane',
    '5 Sterling Way',
    '3 Euro Way',
    '2-4 Dollar Row',
    '1 KC Stadium Way',
    'Deposit 118 Regent Street',
    'Pay at 120 Station Road',
    '100 CAD Lane',
    '12 ft high, 8p.m.',
    'Zürich – Łódź, 東京',
  ]

  test('is the only removed text', () => {
    for (const text of [...kept, 'Depart 0830 or 0915']) expect(scrubContactAndMoney(text)).toBe(text)
  })

  const grouped = (separator: string) => (whole: number) => String(whole).replace(/\B(?=(?:\d{3})+$)/g, separator)
  const written = fc
    .tuple(
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.constantFrom<readonly [string, string]>(
        ['', '.'],
        ['', ','],
        [',', '.'],
        ['.', ','],
        [' ', ','],
        ['\u00a0', '.'],
        ['’', '.'],
      ),
      fc.option(fc.integer({ min: 10, max: 99 })),
    )
    .map(([whole, [group, point], rest]) => grouped(group)(whole) + (rest === null ? '' : `${point}${rest}`))
  const amount = fc
    .tuple(
      written,
      fc.constantFrom('£', '€', '$', '¥', '₹', 'GBP', 'EUR', 'usd', 'SEK'),
      fc.constantFrom('', ' ', '\u00a0'),
      fc.boolean(),
    )
    .map(([figures, mark, gap, isBefore]) => (isBefore ? `${mark}${gap}${figures}` : `${figures}${gap}${mark}`))

  test('is removed in any format, without its surrounding text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kept), amount, fc.constantFrom(...kept), (before, sum, after) => {
        expect(scrubContactAndMoney(`${before}, ${sum}, ${after}`)).toBe(`${before}, [removed], ${after}`)
        expect(scrubContactAndMoney(`${before}: ${sum}; ${after}`)).toBe(`${before}: [removed]; ${after}`)
        expect(scrubContactAndMoney(sum)).toBe('[removed]')
      }),
      { numRuns: 2000 },
    )
  })

  test('is removed anywhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1000, max: 9999 }), (text, whole) => {
        expect(scrubContactAndMoney(`${text} £${whole} ${text}`)).not.toContain(`£${whole}`)
        expect(scrubContactAndMoney(`${text} EUR ${whole},50 ${text}`)).not.toContain(`${whole},50`)
      }),
      { numRuns: 1000 },
    )
  })

  test('is removed if no street name follows', () => {
    for (const [typed, scrubbed] of [
      ['64 Pound Cash', '[removed] Cash'],
      ['64 pounds each way', '[removed] each way'],
      ['£12 Pound Lane', '[removed] Pound Lane'],
      ['GBP 120 Station Road', '[removed] Station Road'],
      ['Deposit 118 at Regent Street', '[removed] at Regent Street'],
      ['100 CAD each', '[removed] each'],
      ['12.50 Pound Lane', '[removed] Lane'],
      ['Fare 640 One Way', '[removed] One Way'],
      ['640 GBP One Way', '[removed] One Way'],
      ['640 EUR Each Way', '[removed] Each Way'],
      ['PRICE 640 EACH WAY', '[removed] EACH WAY'],
      ['PAY 200 CASH AT PARK', '[removed] CASH AT PARK'],
      ['BALANCE 500 DUE BEFORE CLOSE', '[removed] DUE BEFORE CLOSE'],
      ['Fee 350 For Coach Park', '[removed] For Coach Park'],
    ] as const)
      expect(scrubContactAndMoney(typed)).toBe(scrubbed)
  })

  test('is removed alone for a reader who can contact people', () => {
    expect(scrubMoney('£640, ring 07700 900123 or ann@example.org')).toBe('[removed], ring 07700 900123 or ann@example.org')
  })

  test('is removed together with contact details', () => {
    expect(scrubContactAndMoney('£640, ring 07700 900123 or ann@example.org, see example.org/a')).toBe(
      '[removed], ring [removed] or [removed], see [removed]',
    )
  })

  test.each([
    '1 ',
    '111 ',
    '1,',
    '1.',
    '£',
    '£1 ',
    'EUR ',
    'EUR 1',
    'A',
    'price ',
    'price: ',
    '0',
    '1-',
    '1 to ',
    '9p',
    "1'11",
    '11,',
  ])('is found in a second in 100 kB of %p', (piece) => {
    const typed = piece.repeat(Math.ceil(100_000 / piece.length))
    const started = performance.now()
    scrubContactAndMoney(typed)
    expect(performance.now() - started).toBeLessThan(patience(1_000))
  })
})
