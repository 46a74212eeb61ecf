import { expect, test } from 'bun:test'
import { depositDue, dueNow } from '../../src/web/plain/due-now.ts'

const now = Date.parse('2027-03-02T08:00:00Z')

const billed = {
  status: 'active',
  price_amount: 64_000,
  deposit_amount: 12_800,
  paid_amount: 0,
  due_amount: 64_000,
  balance_due_at: '2027-04-17T08:00:00Z',
}

test('asks for the deposit while it is unpaid, then for the balance', () => {
  expect(dueNow(billed, now)).toBe(12_800)
  expect(dueNow({ ...billed, paid_amount: 5_000, due_amount: 59_000 }, now)).toBe(7_800)
  expect(dueNow({ ...billed, paid_amount: 12_800, due_amount: 51_200 }, now)).toBe(51_200)
})

test('asks for everything once the balance is due, and for no deposit of a cancelled booking', () => {
  expect(dueNow({ ...billed, balance_due_at: '2027-03-02T07:59:59Z' }, now)).toBe(64_000)
  expect(dueNow({ ...billed, balance_due_at: null }, now)).toBe(12_800)
  expect(depositDue({ ...billed, status: 'cancelled', due_amount: 0 }, now)).toBe(0)
})
