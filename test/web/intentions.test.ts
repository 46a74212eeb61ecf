import { describe, expect, test } from 'bun:test'
import { createIntentions } from '../../src/web/customer/trip/intentions.ts'

describe('the idempotency key of a call', () => {
  test('keeps the key for a call without an answer, and returns another for another body', () => {
    const intentions = createIntentions()
    const first = intentions.keyFor('/pay', {})
    intentions.lost('/pay')
    expect(intentions.keyFor('/pay', {})).toBe(first)
    expect(intentions.keyFor('/pay', { payment_method: 'pm_1' })).not.toBe(first)
    expect(intentions.keyFor('/cancel', {})).not.toBe(first)
  })

  test('returns a new key after an answer, accepted or refused', () => {
    for (const isYes of [true, false]) {
      const intentions = createIntentions()
      const first = intentions.keyFor('/pay', {})
      intentions.noteFinalAnswer('/pay', isYes)
      expect(intentions.keyFor('/pay', {})).not.toBe(first)
    }
  })

  test('returns a new key after the trip shows the result of a lost call', () => {
    const intentions = createIntentions()
    const [pay, takeBack] = [intentions.keyFor('/pay', {}), intentions.keyFor('/cancel-request', {})]
    intentions.lost('/pay')
    intentions.moved()
    expect(intentions.keyFor('/pay', {})).not.toBe(pay)
    // This call is in doubt, not lost, so the server finds its result by the key.
    expect(intentions.keyFor('/cancel-request', {})).toBe(takeBack)
  })

  test('keeps the key after a refusal of another call, but not after its success', () => {
    const intentions = createIntentions()
    const book = intentions.keyFor('/book', { quote_id: 7 })
    intentions.keyFor('/cancel-request', {})
    intentions.noteFinalAnswer('/cancel-request', false)
    expect(intentions.keyFor('/book', { quote_id: 7 })).toBe(book)
    intentions.noteFinalAnswer('/cancel-request', true)
    expect(intentions.keyFor('/book', { quote_id: 7 })).not.toBe(book)
  })
})
