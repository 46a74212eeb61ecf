import { describe, expect, test } from 'bun:test'
import { noIntentions } from '../../src/web/customer/trip/intentions.ts'

describe('the key of what is pressed', () => {
  test('stays while the same thing is sent again and no answer was heard, and is another for another thing', () => {
    const intentions = noIntentions()
    const first = intentions.keyFor('/pay', {})
    intentions.lost('/pay')
    expect(intentions.keyFor('/pay', {})).toBe(first)
    expect(intentions.keyFor('/pay', { payment_method: 'pm_1' })).not.toBe(first)
    expect(intentions.keyFor('/cancel', {})).not.toBe(first)
  })

  test('is new once an answer was heard, a yes or a no', () => {
    for (const isYes of [true, false]) {
      const intentions = noIntentions()
      const first = intentions.keyFor('/pay', {})
      intentions.heard('/pay', isYes)
      expect(intentions.keyFor('/pay', {})).not.toBe(first)
    }
  })

  test('is new once the trip shows what became of an answer that was lost', () => {
    const intentions = noIntentions()
    const [pay, takeBack] = [intentions.keyFor('/pay', {}), intentions.keyFor('/cancel-request', {})]
    intentions.lost('/pay')
    intentions.moved()
    expect(intentions.keyFor('/pay', {})).not.toBe(pay)
    // This one is in doubt, not lost: the server has said so, and finds out by its key.
    expect(intentions.keyFor('/cancel-request', {})).toBe(takeBack)
  })

  test('outlives the no to another call, and not the yes', () => {
    const intentions = noIntentions()
    const book = intentions.keyFor('/book', { quote_id: 7 })
    intentions.keyFor('/cancel-request', {})
    intentions.heard('/cancel-request', false)
    expect(intentions.keyFor('/book', { quote_id: 7 })).toBe(book)
    intentions.heard('/cancel-request', true)
    expect(intentions.keyFor('/book', { quote_id: 7 })).not.toBe(book)
  })
})
