import { expect, test } from 'bun:test'
import { digitsOf } from '../../src/domain/money.ts'

test('every currency has the digits of ISO 4217', () => {
  const told = Intl.supportedValuesOf('currency').map((code) => {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
    return [code, maximumFractionDigits]
  })
  expect(told.map(([code]) => [code, digitsOf(String(code))])).toEqual(told)
})
