import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { listAmountsInLine, listMatchingDues, listRefsInLine } from '../../src/web/plain/bank-line.ts'
import { formatMoney, formatTypedMoney } from '../../src/web/plain/money.ts'

const spelling = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ')
const ref = fc
  .array(spelling, { minLength: 6, maxLength: 6 })
  .map((letters) => letters.join(''))
  .filter((letters) => /\d/.test(letters))
  .map((letters) => `TR-${letters}`)
const around = fc.constantFrom('', 'FPI SMITH A ', 'BGC/', '24.11.2026 ', 'REF: ', 'TRANSFER ', 'deposit, ')
const asTyped = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toLowerCase(),
  (text: string) => text.replace('-', ' '),
  (text: string) => text.replace('-', ''),
  (text: string) => text.replaceAll('0', 'O').replaceAll('1', 'I'),
  (text: string) => text.replaceAll('1', 'l'),
)

const payment = (differing: object = {}) => ({
  ref: 'TR-7K3MQ2',
  customer: { name: 'Ann Smith', organisation: 'Wharfedale School' },
  due_amount: 51_200,
  currency_code: 'GBP',
  ...differing,
})

describe('a line of a bank statement', () => {
  test('finds the reference in any spelling and surrounding text', () => {
    fc.assert(
      fc.property(ref, asTyped, around, around, (written, typed, before, after) => {
        const line = `${before}${typed(written)} ${after}`
        // Without digits, or run together, nothing distinguishes a reference from a word.
        fc.pre(/tr[^0-9a-z]|\d/i.test(typed(written)) && /\d/.test(typed(written).slice(2)))
        expect(listRefsInLine(line)).toEqual([written])
      }),
    )
  })

  test('finds amounts in the formats of statements', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), around, fc.boolean(), (amount, before, isSpoken) => {
        const text = isSpoken ? formatMoney(amount, 'GBP') : formatTypedMoney(amount, 'GBP')
        expect(listAmountsInLine(`${before} ${text} CR`, 'GBP')).toEqual([amount])
      }),
    )
  })

  test('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('GBP', 'JPY', 'KWD'), (line, code) => {
        for (const found of listRefsInLine(line)) expect(found).toMatch(/^TR-[0-9A-Z]{6}$/)
        for (const amount of listAmountsInLine(line, code)) expect(amount).toBeGreaterThan(0)
        listMatchingDues(line, [payment({ currency_code: code })])
      }),
    )
  })

  test.each([
    ['TRANSFER FROM A SMITH', [], []],
    ['24.11.2026 12:30 TRAVEL CLUB 0612', [], []],
    ['TR-7K3MQ2 TR-7K3MQ2 TR 8ABC12', ['TR-7K3MQ2', 'TR-8ABC12'], []],
    ['FPI 512.00 tr/7k3mq2', ['TR-7K3MQ2'], [51_200]],
    ['1,280.00 1280.00 £5.5', [], [128_000]],
  ])('finds references and amounts in %p', (line, refs, amounts) => {
    expect([listRefsInLine(line), listAmountsInLine(line, 'GBP')]).toEqual([refs, amounts])
  })

  test('finds amounts without decimals only for a currency without them', () => {
    expect([listAmountsInLine('50,000', 'JPY'), listAmountsInLine('50,000', 'GBP'), listAmountsInLine('1.500', 'KWD')]).toEqual([
      [50_000],
      [],
      [1_500],
    ])
  })

  test('sorts matches by reference, exact amount and name', () => {
    const named = payment({ ref: 'TR-AAAAA1', due_amount: 1 })
    const exact = payment({ ref: 'TR-AAAAA2', customer: { name: 'Bo Li', organisation: null } })
    const meant = payment({ ref: 'TR-7K3MQ2', due_amount: 3, customer: { name: 'Bo Li', organisation: null } })
    const other = payment({ ref: 'TR-AAAAA3', due_amount: 4, customer: { name: 'Cy Jones', organisation: 'Moor School' } })
    const found = listMatchingDues('A SMITH 512.00 TR 7K3 MQ2 SCHOOL', [other, named, exact, meant])
    expect(found.map(({ due, by }) => [due.ref, by])).toEqual([
      ['TR-7K3MQ2', ['ref']],
      ['TR-AAAAA2', ['amount']],
      ['TR-AAAAA1', ['name']],
    ])
    expect(listMatchingDues('WHARFEDALE FEB', [payment()]).map(({ by }) => by)).toEqual([['name']])
    expect(listMatchingDues('', [payment()])).toEqual([])
  })
})
