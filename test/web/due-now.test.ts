import { expect, test } from 'bun:test'
import { computeDepositDueNow, computeDueNow } from '../../src/web/plain/due-now.ts'

const now = Date.parse('2027-03-02T08:00:00Z')

const billed = {
  status: 'active',
  price_amount: 64_000,
  deposit_amount: 12_800,
  paid_amount: 0,
  due_amount: 64_000,
  balance_due_at: '2027-04-17T08:00:00Z',
}

test('returns the deposit while it is unpaid, then the balance', () => {
  expect(computeDueNow(billed, now)).toBe(12_800)
  expect(computeDueNow({ ...billed, paid_amount: 5_000, due_amount: 59_000 }, now)).toBe(7_800)
  expect(computeDueNow({ ...billed, paid_amount: 12_800, due_amount: 51_200 }, now)).toBe(51_200)
})

test('returns the whole balance once it is due, and no deposit of a cancelled booking', () => {
  expect(computeDueNow({ ...billed, balance_due_at: '2027-03-02T07:59:59Z' }, now)).toBe(64_000)
  expect(computeDueNow({ ...billed, balance_due_at: null }, now)).toBe(12_800)
  expect(computeDepositDueNow({ ...billed, status: 'cancelled', due_amount: 0 }, now)).toBe(0)
})
