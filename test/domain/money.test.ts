import { expect, test } from 'bun:test'
import { countMinorDigits } from '../../src/domain/money.ts'

test('returns the digits of ISO 4217 for every currency', () => {
  const digitsByCode = Intl.supportedValuesOf('currency').map((code) => {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
    return [code, maximumFractionDigits]
  })
  expect(digitsByCode.map(([code]) => [code, countMinorDigits(String(code))])).toEqual(digitsByCode)
})
