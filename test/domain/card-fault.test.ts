import { describe, expect, test } from 'bun:test'
import { cardDeclineOf, cardDeclines, declineSentence, keptFault, mayPass, rejectedCharge } from '../../src/domain/card-fault.ts'

const declined = (fault: string | null) => cardDeclineOf({ status: 'declined', fault })

describe('why a card did not pay', () => {
  test.each([
    ['insufficient_funds', 'insufficient_funds', true],
    ['generic_decline', 'ask_your_bank', true],
    ['do_not_honor', 'ask_your_bank', true],
    ['try_again_later', 'ask_your_bank', true],
    ['card_velocity_exceeded', 'ask_your_bank', true],
    ['withdrawal_count_limit_exceeded', 'ask_your_bank', true],
    ['processing_error', 'ask_your_bank', true],
    ['expired_card', 'card_expired', false],
    ['incorrect_cvc', 'wrong_details', false],
    ['incorrect_number', 'wrong_details', false],
    ['authentication_required', 'confirm_with_bank', false],
    ['card_declined', 'use_another_card', false],
    ['do_not_try_again', 'use_another_card', false],
    ['method_gone', 'use_another_card', false],
    ['what_no_one_knows', 'use_another_card', false],
    ['constructor', 'use_another_card', false],
    [null, 'use_another_card', false],
  ] as const)('%p is told as %s; the card may be tried again: %p', (fault, reason, isTriedAgain) => {
    expect(declined(fault)).toBe(reason)
    expect(mayPass(fault)).toBe(isTriedAgain)
  })

  test.each(['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'merchant_blacklist'])(
    '%s is told to no one, nor kept',
    (fault) => {
      expect(declined(fault)).toBe('use_another_card')
      expect(keptFault(fault)).toBe('refused')
      expect(declined(keptFault(fault))).toBe('use_another_card')
      expect(mayPass(keptFault(fault))).toBe(false)
    },
  )

  test('is a question of the bank where it wants the customer, and of nothing that did not fail', () => {
    expect(cardDeclineOf({ status: 'requires_action', fault: null })).toBe('confirm_with_bank')
    expect(cardDeclineOf({ status: 'succeeded', fault: null })).toBeNull()
    expect(cardDeclineOf({ status: 'refund_failed', fault: 'insufficient_funds' })).toBeNull()
    expect(keptFault('insufficient_funds')).toBe('insufficient_funds')
    expect(keptFault(null)).toBeNull()
  })

  test('is nothing that a bank was never asked: the same card may pay', () => {
    expect(cardDeclineOf({ status: 'released', fault: rejectedCharge })).toBeNull()
    expect(mayPass(rejectedCharge)).toBe(true)
  })

  test('has a sentence that says nothing of a thief', () => {
    for (const reason of cardDeclines) expect(declineSentence(reason)).not.toMatch(/lost|stolen|fraud/i)
  })
})
