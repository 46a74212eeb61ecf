import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { computeAgreedDueTime, requireSuitableAccount } from '../../src/domain/agreement.ts'
import {
  computeInvoiceDue,
  computeInvoiceDueDay,
  computeInvoiceTotals,
  findInvoiceStatus,
  formatInvoiceNumber,
  listInvoiceLines,
  negateInvoiceLines,
  parseInvoiceNumber,
  requireCreditableInvoice,
} from '../../src/domain/invoice.ts'
import { requireForgettableCustomer } from '../../src/domain/own-customer.ts'
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
  test('contain the local day of a trip, its extras and its order number', () => {
    const [line] = listInvoiceLines({ ...booking, extrasAmount: 3_000, poNumber: '4711' }, vat, london)
    expect(line).toMatchObject({ ref: 'TR-7GQ2MX', grossAmount: 60_000, vatRateBps: 0 })
    expect(line?.description).toBe('2027-07-01: Leeds → York, 45 passengers, return; with extras; order 4711')
  })

  test('split the amount by VAT rate, each with its vehicles', () => {
    const lines = listInvoiceLines({ ...booking, vehicles: [...booking.vehicles, { seats: 8, count: 1 }] }, vat, london)
    expect(lines.map(({ vatRateBps, grossAmount }) => [vatRateBps, grossAmount])).toEqual([
      [0, 49_000],
      [2_000, 8_000],
    ])
    expect(lines.map(({ description }) => description.split('; ').at(-1))).toEqual([
      'vehicles of ten or more places',
      'vehicles of fewer than ten places',
    ])
  })

  test('add up to nothing with the lines of their credit note', () => {
    const seats = fc.integer({ min: 1, max: 60 })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), seats, seats)), (priced) => {
        const lines = priced.flatMap(([priceAmount, one, other]) => {
          const vehicles = [one, other].map((places) => ({ seats: places, count: 1 }))
          return listInvoiceLines({ ...booking, priceAmount, vehicles }, vat, london)
        })
        const totals = computeInvoiceTotals(lines)
        expect(totals.netAmount + totals.vatAmount).toBe(totals.grossAmount)
        expect(computeInvoiceTotals([...lines, ...negateInvoiceLines(lines)])).toEqual({
          netAmount: 0,
          vatAmount: 0,
          grossAmount: 0,
        })
      }),
    )
  })
})

describe('an invoice', () => {
  const made = { owedAmount: 60, credits: null, creditedBy: null }
  const note = { ...made, owedAmount: 0, credits: 7 }

  test.each([
    ['open while an amount is due', made, 'open', 60],
    ['paid without an amount due', { ...made, owedAmount: 0 }, 'paid', 0],
    ['credited after its credit note, with any payments', { ...made, creditedBy: 9 }, 'credited', 0],
    ['paid for a credit note', note, 'paid', 0],
  ] as const)('is %s', (_, invoice, status, due) => {
    expect(findInvoiceStatus(invoice)).toBe(status)
    expect(computeInvoiceDue(invoice)).toBe(due)
  })

  test('can be credited once, and a credit note never', () => {
    expect(resultOrRefusalCode(() => requireCreditableInvoice(made))).toBeUndefined()
    expect(resultOrRefusalCode(() => requireCreditableInvoice({ ...made, creditedBy: 9 }))).toBe('invalid_transition')
    expect(resultOrRefusalCode(() => requireCreditableInvoice(note))).toBe('invalid_transition')
  })

  test('is due after the terms or with the last balance, and never before its date', () => {
    const now = at('2027-03-27T23:30:00Z')
    expect(computeInvoiceDueDay(account, [at('2027-02-01T00:00:00Z')], london, now)).toBe('2027-04-26')
    expect(computeInvoiceDueDay(null, [at('2027-05-01T00:00:00Z'), null], london, now)).toBe('2027-05-01')
    expect(computeInvoiceDueDay(null, [at('2027-01-01T00:00:00Z')], london, now)).toBe('2027-03-27')
  })

  test('is found by its number, with or without leading zeros', () => {
    expect(formatInvoiceNumber(42)).toBe('000042')
    expect(['000042', '42'].map(parseInvoiceNumber)).toEqual([42, 42])
    expect(['', 'x', '-1', '1.5', '1234567890123'].map(parseInvoiceNumber)).toEqual([null, null, null, null, null])
  })
})

describe('an agreed booking', () => {
  const agreed = { terms: 'account', agreedBy: 'phone', poNumber: '4711' } as const
  const now = at('2027-05-01T00:00:00Z')
  const payable = { departsAt: at('2027-06-30T23:30:00Z'), balanceDueAt: at('2027-06-01T00:00:00Z'), timezone: london }

  test.each([
    ['with the quote if there is a deposit', 'deposit', account, '2027-06-01T00:00:00.000Z'],
    ['when the trip begins, in cash', 'cash', null, '2027-06-30T23:30:00.000Z'],
    ['after the month of the trip on a monthly account', 'account', account, '2027-08-30T23:00:00.000Z'],
    ['after the trip on any other', 'account', { ...account, invoice: 'each' as const }, '2027-07-30T23:00:00.000Z'],
  ] as const)('falls due %s', (_, terms, kept, dueAt) => {
    expect(new Date(computeAgreedDueTime({ ...agreed, terms }, payable, kept, now) ?? 0).toISOString()).toBe(dueAt)
  })

  test('requires an account and its order number for account terms', () => {
    expect(resultOrRefusalCode(() => requireSuitableAccount(agreed, account))).toBeUndefined()
    expect(resultOrRefusalCode(() => requireSuitableAccount(agreed, null))).toBe('validation_failed')
    expect(resultOrRefusalCode(() => requireSuitableAccount({ ...agreed, poNumber: null }, account))).toBe('validation_failed')
    expect(resultOrRefusalCode(() => requireSuitableAccount({ ...agreed, terms: 'cash', poNumber: null }, null))).toBeUndefined()
  })
})

test('refuses to delete a customer with a trip ahead or an open payment', () => {
  const ended = { status: 'completed', dueAmount: 0 } as const
  expect(
    resultOrRefusalCode(() => requireForgettableCustomer([ended, { status: 'cancelled', dueAmount: 0 }], false)),
  ).toBeUndefined()
  for (const trip of [
    { status: 'open', dueAmount: null },
    { status: 'booked', dueAmount: 0 },
    { status: 'completed', dueAmount: 1 },
  ] as const) {
    expect(resultOrRefusalCode(() => requireForgettableCustomer([ended, trip], false))).toBe('invalid_transition')
  }
  expect(resultOrRefusalCode(() => requireForgettableCustomer([ended], true))).toBe('invalid_transition')
})
