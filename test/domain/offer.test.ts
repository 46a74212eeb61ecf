import { expect, test } from 'bun:test'
import { isPastQuoting, jobClosed, type Offer } from '../../src/domain/offer.ts'

const offer: Offer = { quoteBy: 1_000, departsAt: 5_000, declinedAt: null, outcome: null, closedAt: null }

test('accepts quotes until the millisecond of quote_by', () => {
  expect(isPastQuoting(offer, 999)).toBeFalse()
  expect(isPastQuoting(offer, 1_000)).toBeTrue()
})

test('accepts no quotes from the departure on', () => {
  expect(isPastQuoting({ ...offer, quoteBy: 9_000 }, 4_999)).toBeFalse()
  expect(isPastQuoting({ ...offer, quoteBy: 9_000 }, 5_000)).toBeTrue()
})

test('names the status of the quote in the refusal of a closed job', () => {
  expect(jobClosed({ status: 'lost' })).toMatchObject({ code: 'job_closed', facts: { currentStatus: 'lost' } })
  expect(jobClosed(null)).toMatchObject({ code: 'job_closed', facts: { currentStatus: null } })
})
