import { describe, expect, test } from 'bun:test'
import type { Records } from '../../src/web/office/api/records.ts'
import { buildBody } from '../../src/web/office/form/body.ts'
import { readLimits } from '../../src/web/office/form/limits.ts'

type InboxJob = Records['Job']
type SentQuote = NonNullable<InboxJob['my_quote']>

import { changeMark, findMarks, toQuoteDraft } from '../../src/web/portal/jobs/quote-draft.ts'

const job = {
  currency_code: 'GBP',
  vehicles_requested: [{ type: 'coach_53', count: 2, min_seats: null }],
} as unknown as InboxJob

const sent = {
  price_amount: 64_000,
  deposit_amount: 12_800,
  status: 'confirmed',
  vehicles: [{ type: 'coach_49', count: 1, seats: 49, description: null, vehicle_id: 7 }],
  inclusions: ['vat'],
  exclusions: ['parking'],
  note: 'Water on board.',
} as unknown as SentQuote

const terms = { commission_bps: 1_000, settings: { deposit_bps: 2_000, deposit_minimum_amount: 0, balance_days: 14 } }

describe('the draft of a quote', () => {
  test('begins with the requested vehicles, without a price and a choice of availability', () => {
    expect(buildBody(toQuoteDraft(job, null, terms), readLimits('QuoteInput'))).toEqual({
      currency_code: 'GBP',
      availability: null,
      vehicles: [{ type: 'coach_53', count: 2, seats: 53 }],
      valid_until: null,
    })
  })

  test('repeats the last quote, and leaves the usual deposit to the server', () => {
    expect(buildBody(toQuoteDraft(job, sent, terms), readLimits('QuoteInput'))).toMatchObject({
      price_amount: 64_000,
      availability: 'confirmed',
      vehicles: [{ type: 'coach_49', count: 1, seats: 49, vehicle_id: 7 }],
      deposit_amount: null,
      inclusions: ['vat'],
      note: 'Water on board.',
    })
    expect(toQuoteDraft(job, { ...sent, deposit_amount: 20_000 }, terms).deposit_amount).toBe(20_000)
  })

  test('marks an extra as included, as not included, or as neither', () => {
    const draft = toQuoteDraft(job, sent, terms)
    expect(findMarks(draft)).toEqual({ vat: 'in', parking: 'out' })
    expect(changeMark(draft, 'fuel', 'in')).toEqual({ inclusions: ['fuel', 'vat'], exclusions: ['parking'] })
    expect(changeMark(draft, 'vat', 'out')).toEqual({ inclusions: [], exclusions: ['vat', 'parking'] })
    expect(changeMark(draft, 'parking', null)).toEqual({ inclusions: ['vat'], exclusions: [] })
  })
})
