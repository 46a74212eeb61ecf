import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { amountsIn, duesIn, refsIn } from '../../src/web/plain/bank-line.ts'
import { spokenMoney, typedMoney } from '../../src/web/plain/money.ts'

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

const owing = (differing: object = {}) => ({
  ref: 'TR-7K3MQ2',
  customer: { name: 'Ann Smith', organisation: 'Wharfedale School' },
  due_amount: 51_200,
  currency_code: 'GBP',
  ...differing,
})

describe('a line of a bank statement', () => {
  test('tells the reference, however it was typed and whatever stands around it', () => {
    fc.assert(
      fc.property(ref, asTyped, around, around, (written, typed, before, after) => {
        const line = `${before}${typed(written)} ${after}`
        // With its figures read as letters, and run together, nothing tells it from a word.
        fc.pre(/tr[^0-9a-z]|\d/i.test(typed(written)) && /\d/.test(typed(written).slice(2)))
        expect(refsIn(line)).toEqual([written])
      }),
    )
  })

  test('tells amounts as statements write them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), around, fc.boolean(), (amount, before, isSpoken) => {
        const text = isSpoken ? spokenMoney(amount, 'GBP') : typedMoney(amount, 'GBP')
        expect(amountsIn(`${before} ${text} CR`, 'GBP')).toEqual([amount])
      }),
    )
  })

  test('may be anything at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('GBP', 'JPY', 'KWD'), (line, code) => {
        for (const found of refsIn(line)) expect(found).toMatch(/^TR-[0-9A-Z]{6}$/)
        for (const amount of amountsIn(line, code)) expect(amount).toBeGreaterThan(0)
        duesIn(line, [owing({ currency_code: code })])
      }),
    )
  })

  test.each([
    ['TRANSFER FROM A SMITH', [], []],
    ['24.11.2026 12:30 TRAVEL CLUB 0612', [], []],
    ['TR-7K3MQ2 TR-7K3MQ2 TR 8ABC12', ['TR-7K3MQ2', 'TR-8ABC12'], []],
    ['FPI 512.00 tr/7k3mq2', ['TR-7K3MQ2'], [51_200]],
    ['1,280.00 1280.00 £5.5', [], [128_000]],
  ])('%p', (line, refs, amounts) => {
    expect([refsIn(line), amountsIn(line, 'GBP')]).toEqual([refs, amounts])
  })

  test('has amounts without pennies only where the currency has none', () => {
    expect([amountsIn('50,000', 'JPY'), amountsIn('50,000', 'GBP'), amountsIn('1.500', 'KWD')]).toEqual([[50_000], [], [1_500]])
  })

  test('points at what is owing: by its reference, then the very amount, then the name', () => {
    const named = owing({ ref: 'TR-AAAAA1', due_amount: 1 })
    const exact = owing({ ref: 'TR-AAAAA2', customer: { name: 'Bo Li', organisation: null } })
    const meant = owing({ ref: 'TR-7K3MQ2', due_amount: 3, customer: { name: 'Bo Li', organisation: null } })
    const other = owing({ ref: 'TR-AAAAA3', due_amount: 4, customer: { name: 'Cy Jones', organisation: 'Moor School' } })
    const found = duesIn('A SMITH 512.00 TR 7K3 MQ2 SCHOOL', [other, named, exact, meant])
    expect(found.map(({ due, by }) => [due.ref, by])).toEqual([
      ['TR-7K3MQ2', ['ref']],
      ['TR-AAAAA2', ['amount']],
      ['TR-AAAAA1', ['name']],
    ])
    expect(duesIn('WHARFEDALE FEB', [owing()]).map(({ by }) => by)).toEqual([['name']])
    expect(duesIn('', [owing()])).toEqual([])
  })
})
