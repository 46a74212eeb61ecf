import { expect, test } from 'bun:test'
import { changedTerms, typedSince, typedTerms } from '../../src/web/console/typed-terms.ts'

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

const typed = typedTerms(operator)

test.each([
  ['nothing', {}, {}],
  ['nothing in other words', { name: ' Dales Coaches ', commission: '12,50 %' }, {}],
  ['what is no share', { commission: 'a tenth' }, {}],
  ['a number alone', { phone: ' 01132 496000 ' }, { phone: '01132 496000' }],
  [
    'an address',
    { address: { lines: ['1 Mill Lane', ' ', ''], town: 'Otley ', postcode: 'LS21 1AA', country: 'GB' } as const },
    { address: { lines: ['1 Mill Lane'], town: 'Otley', postcode: 'LS21 1AA', country: 'GB' } },
  ],
  ['a country without an address', { address: { ...typed.address, country: 'FR' } }, {}],
  ['what is taken away', { email: '' }, { email: null }],
  ['the rest', { commission: '10', status: 'active' as const }, { commission_bps: 1_000, status: 'active' as const }],
])('of the terms is sent what was changed: %s', (_, change, sent) => {
  expect(changedTerms(operator, { ...typed, ...change })).toEqual(sent)
})

test('what is typed while it is sent stays', () => {
  expect(typedSince({ phone: '2', name: 'Dales' }, { phone: '1', name: 'Dales' })).toEqual({ phone: '2' })
})
