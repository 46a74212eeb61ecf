import { expect, test } from 'bun:test'
import { findTypedSince, listChangedTerms } from '../../src/web/console/changed-terms.ts'

const operator = {
  operator_ref: 'OP-7K3M9Q',
  name: 'Dales Coaches',
  currency_code: 'GBP',
  timezone: 'Europe/London',
  operator_licence: '',
  phone: null,
  email: 'office@dales.example',
  address: null,
  commission_bps: 1_250,
  deposit_bps: 2_000,
  status: 'suspended' as const,
  created_at: '2027-03-02T08:00:00Z',
  updated_at: '2027-03-02T08:00:00Z',
}

test.each([
  ['nothing', {}, {}],
  ['nothing, for the same values', { name: ' Dales Coaches ', commission_bps: 1_250, operator_licence: ' ' }, {}],
  ['nothing, for a text that is no share', { commission_bps: null }, {}],
  ['a number alone', { phone: ' 01132 496000 ' }, { phone: '01132 496000' }],
  [
    'an address',
    { address: { lines: ['1 Mill Lane', ' ', ''], town: 'Otley ', postcode: 'LS21 1AA', country: 'GB' } },
    { address: { lines: ['1 Mill Lane'], town: 'Otley', postcode: 'LS21 1AA', country: 'GB' } },
  ],
  ['a country without an address', { address: null }, {}],
  ['a removed email address', { email: '' }, { email: null }],
  ['the rest', { commission_bps: 1_000, status: 'active' }, { commission_bps: 1_000, status: 'active' as const }],
])('sends only changed terms: %s', (_, change, sent) => {
  expect(listChangedTerms(operator, change)).toEqual(sent)
  expect(listChangedTerms(operator, { ...operator, ...change })).toEqual(sent)
})

test('keeps fields that are typed during sending', () => {
  expect(findTypedSince({ phone: '2', name: 'Dales' }, { phone: '1', name: 'Dales' })).toEqual({ phone: '2' })
})
