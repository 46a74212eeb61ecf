import { describe, expect, test } from 'bun:test'
import {
  cardDeclines,
  describeDecline,
  findCardDecline,
  isRetryableFault,
  rejectedCharge,
  toStoredFault,
} from '../../src/domain/card-fault.ts'

const declined = (fault: string | null) => findCardDecline({ status: 'declined', fault })

describe('the reason of a card decline', () => {
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
  ] as const)('returns for %p the reason %s; the card can be tried again: %p', (fault, reason, isTriedAgain) => {
    expect(declined(fault)).toBe(reason)
    expect(isRetryableFault(fault)).toBe(isTriedAgain)
  })

  test.each(['lost_card', 'stolen_card', 'pickup_card', 'fraudulent', 'merchant_blacklist'])(
    'never shows or stores %s',
    (fault) => {
      expect(declined(fault)).toBe('use_another_card')
      expect(toStoredFault(fault)).toBe('refused')
      expect(declined(toStoredFault(fault))).toBe('use_another_card')
      expect(isRetryableFault(toStoredFault(fault))).toBe(false)
    },
  )

  test('asks to confirm with the bank for a required action, and is null without a failure', () => {
    expect(findCardDecline({ status: 'requires_action', fault: null })).toBe('confirm_with_bank')
    expect(findCardDecline({ status: 'succeeded', fault: null })).toBeNull()
    expect(findCardDecline({ status: 'refund_failed', fault: 'insufficient_funds' })).toBeNull()
    expect(toStoredFault('insufficient_funds')).toBe('insufficient_funds')
    expect(toStoredFault(null)).toBeNull()
  })

  test('is null for a charge that never reached the bank, and allows the same card', () => {
    expect(findCardDecline({ status: 'released', fault: rejectedCharge })).toBeNull()
    expect(isRetryableFault(rejectedCharge)).toBe(true)
  })

  test('never mentions theft', () => {
    for (const reason of cardDeclines) expect(describeDecline(reason)).not.toMatch(/lost|stolen|fraud/i)
  })
})
