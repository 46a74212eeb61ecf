import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { agreedDueAt, mustSuitAccount } from '../../src/domain/agreement.ts'
import {
  dueOf,
  dueOn,
  invoiceLinesOf,
  invoiceStatusOf,
  mustBeCreditable,
  readNumber,
  takenBack,
  totalsOf,
  writtenNumber,
} from '../../src/domain/invoice.ts'
import { mustBeForgettable } from '../../src/domain/own-customer.ts'
import { resultOrRefusalCode } from '../support/refusal-outcomes.ts'

const london = 'Europe/London'
const at = (text: string) => Date.parse(text)
const account = { termsDays: 30, poRequired: true, invoice: 'monthly' } as const
const vat = { number: 'GB123456789', standardRateBps: 2_000 }
const booking = {
  ref: 'TR-7GQ2MX',
  summary: 'Leeds → York, 45 passengers, return',
  departsAt: at('2027-06-30T23:30:00Z'),
  priceAmount: 57_000,
  extrasAmount: 0,
  poNumber: null,
  vehicles: [{ seats: 49, count: 1 }],
}

describe('the lines of an invoice', () => {
  test('tell the day of a trip on the operator’s clocks, what came on top, and the order', () => {
    const [line] = invoiceLinesOf({ ...booking, extrasAmount: 3_000, poNumber: '4711' }, vat, london)
    expect(line).toMatchObject({ ref: 'TR-7GQ2MX', grossAmount: 60_000, vatRateBps: 0 })
    expect(line?.description).toBe('2027-07-01: Leeds → York, 45 passengers, return; with extras; order 4711')
  })

  test('are one for each rate, each saying which vehicles it is for', () => {
    const lines = invoiceLinesOf({ ...booking, vehicles: [...booking.vehicles, { seats: 8, count: 1 }] }, vat, london)
    expect(lines.map(({ vatRateBps, grossAmount }) => [vatRateBps, grossAmount])).toEqual([
      [0, 49_000],
      [2_000, 8_000],
    ])
    expect(lines.map(({ description }) => description.split('; ').at(-1))).toEqual([
      'vehicles of ten or more places',
      'vehicles of fewer than ten places',
    ])
  })

  test('come to nothing together with those that take them back', () => {
    const seats = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), seats, seats)), (priced) => {
        const lines = priced.flatMap(([priceAmount, one, other]) => {
          const vehicles = [one, other].map((places) => ({ seats: places, count: 1 }))
          return invoiceLinesOf({ ...booking, priceAmount, vehicles }, vat, london)
        })
        const totals = totalsOf(lines)
        expect(totals.netAmount + totals.vatAmount).toBe(totals.grossAmount)
        expect(totalsOf([...lines, ...takenBack(lines)])).toEqual({ netAmount: 0, vatAmount: 0, grossAmount: 0 })
      }),
    )
  })
})

describe('an invoice', () => {
  const made = { owedAmount: 60, credits: null, creditedBy: null }
  const note = { ...made, owedAmount: 0, credits: 7 }

  test.each([
    ['open while something is due', made, 'open', 60],
    ['paid when nothing is', { ...made, owedAmount: 0 }, 'paid', 0],
    ['credited once it was taken back, whatever was paid', { ...made, creditedBy: 9 }, 'credited', 0],
    ['paid where it is a credit note', note, 'paid', 0],
  ] as const)('is %s', (_, invoice, status, due) => {
    expect(invoiceStatusOf(invoice)).toBe(status)
    expect(dueOf(invoice)).toBe(due)
  })

  test('is taken back once, and a credit note never', () => {
    expect(resultOrRefusalCode(() => mustBeCreditable(made))).toBeUndefined()
    expect(resultOrRefusalCode(() => mustBeCreditable({ ...made, creditedBy: 9 }))).toBe('invalid_transition')
    expect(resultOrRefusalCode(() => mustBeCreditable(note))).toBe('invalid_transition')
  })

  test('is due so many days after it was made, or with the last balance, and not before it was made', () => {
    const now = at('2027-03-27T23:30:00Z')
    expect(dueOn(account, [at('2027-02-01T00:00:00Z')], london, now)).toBe('2027-04-26')
    expect(dueOn(null, [at('2027-05-01T00:00:00Z'), null], london, now)).toBe('2027-05-01')
    expect(dueOn(null, [at('2027-01-01T00:00:00Z')], london, now)).toBe('2027-03-27')
  })

  test('is known by its number, with noughts or without', () => {
    expect(writtenNumber(42)).toBe('000042')
    expect(['000042', '42'].map(readNumber)).toEqual([42, 42])
    expect(['', 'x', '-1', '1.5', '1234567890123'].map(readNumber)).toEqual([null, null, null, null, null])
  })
})

describe('what was agreed on the telephone', () => {
  const agreed = { terms: 'account', agreedBy: 'phone', poNumber: '4711' } as const
  const now = at('2027-05-01T00:00:00Z')
  const payable = { departsAt: at('2027-06-30T23:30:00Z'), balanceDueAt: at('2027-06-01T00:00:00Z'), timezone: london }

  test.each([
    ['with the quote where there is a deposit', 'deposit', account, '2027-06-01T00:00:00.000Z'],
    ['when the trip begins, in cash', 'cash', null, '2027-06-30T23:30:00.000Z'],
    ['after the month of the trip on a monthly account', 'account', account, '2027-08-30T23:00:00.000Z'],
    ['after the trip on any other', 'account', { ...account, invoice: 'each' as const }, '2027-07-30T23:00:00.000Z'],
  ] as const)('falls due %s', (_, terms, kept, dueAt) => {
    expect(new Date(agreedDueAt({ ...agreed, terms }, payable, kept, now) ?? 0).toISOString()).toBe(dueAt)
  })

  test('takes an account of who has one, and its order number', () => {
    expect(resultOrRefusalCode(() => mustSuitAccount(agreed, account))).toBeUndefined()
    expect(resultOrRefusalCode(() => mustSuitAccount(agreed, null))).toBe('validation_failed')
    expect(resultOrRefusalCode(() => mustSuitAccount({ ...agreed, poNumber: null }, account))).toBe('validation_failed')
    expect(resultOrRefusalCode(() => mustSuitAccount({ ...agreed, terms: 'cash', poNumber: null }, null))).toBeUndefined()
  })
})

test('who has a trip ahead, or money on the way, is not forgotten', () => {
  const over = { status: 'completed', dueAmount: 0 } as const
  expect(resultOrRefusalCode(() => mustBeForgettable([over, { status: 'cancelled', dueAmount: 0 }], false))).toBeUndefined()
  for (const trip of [
    { status: 'open', dueAmount: null },
    { status: 'booked', dueAmount: 0 },
    { status: 'completed', dueAmount: 1 },
  ] as const) {
    expect(resultOrRefusalCode(() => mustBeForgettable([over, trip], false))).toBe('invalid_transition')
  }
  expect(resultOrRefusalCode(() => mustBeForgettable([over], true))).toBe('invalid_transition')
})
