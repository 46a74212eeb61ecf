import { describe, expect, test } from 'bun:test'
import type { RefusalReader, SpokenFacts } from '../../src/domain/refusal-sentences.ts'
import {
  buildAnswerFacts,
  describeFieldFaults,
  describeRefusal,
  formatFieldSentence,
  formatStepLabel,
} from '../../src/web/plain/refusal-words.ts'

type Case = readonly [audience: RefusalReader, code: string, about: string, facts: SpokenFacts, says: string, next: string]

const worded: readonly Case[] = [
  [
    'driver',
    'not_found',
    'trip',
    {},
    'This job is no longer yours; it was changed while you were offline. Your report was not sent.',
    'Call office, Remove',
  ],
  ['driver', 'trip_cancelled', '', {}, 'The office cancelled this job. Nothing more is needed.', 'Call office, Remove'],
  ['driver', 'trip_finished', '', {}, 'This job is already completed.', 'Remove'],
  ['driver', 'invalid_transition', '', { current_status: 'Arrived' }, 'The office already has a later step: Arrived.', 'Refresh'],
  ['driver', 'invalid_transition', '', {}, 'The office already has a later step.', 'Refresh'],
  ['driver', 'invalid_transition', 'early', { allowed_at: '05:30' }, 'You can set off from 05:30.', 'Remove'],
  ['driver', 'invalid_transition', 'early', {}, 'It is too early to set off.', 'Remove'],
  ['driver', 'invalid_transition', 'behind', {}, 'The office does not have the step before this one.', 'Refresh'],
  ['driver', 'invalid_transition', 'undo', {}, 'The office has no step of yours to undo.', 'Refresh'],
  [
    'driver',
    'invalid_transition',
    'mismatch',
    {},
    "This step does not match the office's record of this job.",
    'Refresh, Call office',
  ],
  ['driver', 'invalid_transition', 'decline', {}, 'This job has started, so you can no longer decline it.', 'Call office'],
  [
    'driver',
    'occurred_at_adjusted',
    'in the future',
    {},
    "Your phone's clock is ahead. The report was saved with the office's time.",
    'OK',
  ],
  [
    'driver',
    'occurred_at_adjusted',
    'before the last event',
    {},
    "An earlier step has a later time. We have used that step's time.",
    'OK',
  ],
  [
    'driver',
    'vehicle_check_required',
    '',
    { plate: 'YJ21 DCL' },
    "Complete today's vehicle check for YJ21 DCL before you set off.",
    'Start check',
  ],
  ['driver', 'vehicle_check_required', '', {}, "Complete today's vehicle check before you set off.", 'Start check'],
  ['driver', 'vehicle_unsafe', '', { plate: 'YJ21 DCL' }, 'YJ21 DCL was reported unsafe. Do not drive it.', 'Call office'],
  ['driver', 'vehicle_unsafe', '', {}, 'This vehicle was reported unsafe. Do not drive it.', 'Call office'],
  [
    'driver',
    'no_show_too_early',
    '',
    { allowed_at: '08:45', lead: 'Bea One' },
    'You can report a no-show from 08:45. Call the passengers first.',
    'Call Bea One',
  ],
  ['driver', 'no_show_too_early', '', {}, 'Call the passengers first.', 'Call'],
  ['driver', 'undo_expired', '', {}, 'Too late to undo. Ask the office to correct it.', 'Call office'],
  ['driver', 'invalid_code', '', {}, 'That code is wrong or has expired. After five tries, request a new one.', 'New code'],
  [
    'driver',
    'unauthenticated',
    '',
    { kept: '3 reports are' },
    'You have been signed out. 3 reports are kept on this phone.',
    'Sign in',
  ],
  ['driver', 'unauthenticated', '', {}, 'You have been signed out.', 'Sign in'],
  [
    'driver',
    'invalid_sign_in_link',
    '',
    {},
    'This sign-in link has expired or was already used. Request a new one.',
    'Send link',
  ],
  [
    'office',
    'invalid_sign_in_link',
    '',
    {},
    'This sign-in link has expired or was already used. Request a new one.',
    'Send link',
  ],
  ['driver', 'operator_choice_required', '', {}, 'You drive for several companies. Choose one.', ''],
  ['driver', 'server_error', '', {}, "The office's system did not answer. Your report is kept and sent again automatically.", ''],
  ['driver', 'unavailable', '', {}, "The office's system did not answer. Your report is kept and sent again automatically.", ''],
  ['office', 'job_closed', 'expired', {}, 'Quoting closed while you were writing. Your draft is kept.', 'Copy, Back to Inbox'],
  [
    'office',
    'quote_locked',
    'confirmed',
    { until: '16:10' },
    'The customer is paying for this quote until 16:10. You can change it after that.',
    '',
  ],
  ['office', 'quote_locked', '', {}, 'The customer is paying for this quote. You can change it after that.', ''],
  ['office', 'live_quote_exists', '', {}, 'This job already has a quote. Revise it instead.', 'Open quote'],
  ['office', 'no_booking_request', '', {}, 'This request has been answered or has lapsed.', 'Reload'],
  [
    'office',
    'deposit_charge_failed',
    'declined',
    { until: '16:10' },
    'The card was declined. Nothing is booked. The customer has until 16:10 to pay another way.',
    '',
  ],
  [
    'office',
    'amendment_pending',
    '',
    {},
    'A change to this booking is waiting for the customer. Withdraw it first.',
    'Open change',
  ],
  ['office', 'last_admin', '', {}, 'Make somebody else an admin first.', 'Team'],
  ['office', 'missing_ability', '', {}, 'Your role cannot do this. Ask an admin.', ''],
  ['office', 'admin_required', '', {}, 'Your role cannot do this. Ask an admin.', ''],
  ['office', 'idempotency_in_progress', '', {}, 'Still saving. Please wait.', ''],
  ['office', 'idempotency_key_reused', '', {}, 'This form was already sent. Check the booking before you send it again.', 'Open'],
  ['office', 'rate_limited', '', { n: '5', time: '16:10' }, 'Too many requests. Trying again in 5 s.', ''],
  ['office', 'rate_limited', '', { time: '16:10' }, 'Too many requests. Try again after 16:10.', ''],
  ['office', 'rate_limited', '', {}, 'Too many requests.', ''],
  ['customer', 'quote_expired', '', {}, 'This offer has ended. Nothing was charged. Choose another offer.', 'Offers'],
  ['customer', 'no_live_quote', '', {}, 'This offer has ended. Nothing was charged. Choose another offer.', 'Offers'],
  [
    'customer',
    'quote_changed',
    '',
    { price: '£660.00' },
    'The operator changed this offer to £660.00. Check it before you book. Nothing was charged.',
    'See offer',
  ],
  [
    'customer',
    'quote_changed',
    '',
    {},
    'The operator changed this offer. Check it before you book. Nothing was charged.',
    'See offer',
  ],
  [
    'customer',
    'request_pending',
    '',
    { operator: 'Dales Coaches' },
    'You have already requested Dales Coaches. Cancel that request to choose another.',
    'Cancel request',
  ],
  ['customer', 'trip_cancelled', '', {}, 'This trip has been cancelled.', 'New request'],
  ['customer', 'no_payment_due', '', {}, 'Nothing is due. You have paid in full.', ''],
  [
    'customer',
    'rate_limited',
    'enquiry',
    { many: 'ten requests', time: '16:10', phone: '0113 496 0000' },
    'That is ten requests in an hour. Try again after 16:10, or call 0113 496 0000.',
    '',
  ],
  ['customer', 'rate_limited', 'enquiry', { time: '16:10' }, 'Too many requests. Try again after 16:10.', ''],
  [
    'customer',
    'not_found',
    'trip',
    {},
    'This link does not open a trip. Enter your email and reference and we send you a new one.',
    'Send link',
  ],
]

test.each(worded)('shows the %s the refusal %s of “%s” with %o', (audience, code, about, facts, says, next) => {
  const words = describeRefusal(audience, code, facts, about)
  expect(words?.says).toBe(says)
  expect(words?.next.map((step) => formatStepLabel(step, facts)).join(', ')).toBe(next)
})

test.each(['trip_on_fire', 'constructor', '__proto__', 'toString', ''])('has no sentence for the code “%s”', (code) => {
  expect(describeRefusal('office', code)).toBeNull()
  expect(describeRefusal('office', code, {}, 'constructor')).toBeNull()
})

test('has no sentence for a code that another reader reads', () => {
  expect(describeRefusal('customer', 'job_closed')).toBeNull()
  expect(describeRefusal('office', 'vehicle_unsafe')).toBeNull()
})

test('shows a plate that looks like a placeholder as it is', () => {
  expect(describeRefusal('driver', 'vehicle_unsafe', { plate: '{until} [A|B]' })?.says).toBe(
    '{until} [A|B] was reported unsafe. Do not drive it.',
  )
})

describe('a faulty field', () => {
  test.each([
    ['customer.phone', 'The customer.phone field is required.', 'Enter a phone number or an email address we can use.'],
    [
      'customer.email',
      'The customer.email field must be a valid email address.',
      'Enter a phone number or an email address we can use.',
    ],
    ['pickup.label', 'The pickup.label field is required.', 'Enter a pick-up.'],
    ['legs.0.dropoff.label', 'The legs.0.dropoff.label field is required.', 'Enter a drop-off.'],
    ['departs_at', 'The departs_at field must be a date after now.', 'This time has passed.'],
    ['legs.1.departs_at', 'The legs.1.departs_at field must be in the future.', 'This time has passed.'],
    ['passenger_count', 'The passenger_count field must be at least 1.', 'Enter the number of passengers, 1 or more.'],
    ['quote.price_amount', 'The quote.price_amount field must be at least 1.', 'Enter a price, such as 640.00.'],
    ['price_amount', 'The price_amount field is required.', 'Enter a price, such as 640.00.'],
    [
      'quote.deposit_amount',
      'The quote.deposit_amount field must not be greater than the price.',
      'The deposit is more than the price.',
    ],
  ])('rewrites the sentence of %s for the office: %s', (path, sentence, says) => {
    expect(describeFieldFaults('office', path, sentence)).toBe(says)
  })

  test.each([
    ['price_amount', 'The price_amount field must be at least 50.'],
    ['passenger_count', 'The passenger_count field must not be greater than 500.'],
    ['departs_at', 'The departs_at field must be within a year of legs.0.departs_at.'],
    ['constructor', 'The constructor field is required.'],
    ['', ''],
  ])('keeps for %s the server’s sentence if the table has none: %s', (path, sentence) => {
    expect(describeFieldFaults('office', path, sentence)).toBeNull()
  })

  test('returns the customer’s own sentences', () => {
    expect(describeFieldFaults('customer', 'phone', 'The phone field is required.')).toBe(
      'Enter a phone number the operator can call.',
    )
    expect(describeFieldFaults('customer', 'returns_at', 'The returns_at field must be a date after departs_at.')).toBe(
      'The return is before the departure.',
    )
  })

  test('names the line and the value of a file', () => {
    expect(formatFieldSentence('office', 'customer.email, in a file', { line: '4', value: 'jo@' })).toBe(
      'Line 4: “jo@” is not an email address.',
    )
  })

  test.each(['occurred_at', 'checked_at'])('returns for %s a sentence for a clock more than a day ahead', (field) => {
    expect(describeFieldFaults('driver', field, `The ${field} field must not be more than 24 hours ahead.`)).toBe(
      "Your phone's clock is more than a day ahead. Set the clock, then report again.",
    )
    expect(describeFieldFaults('driver', field, `The ${field} field is required.`)).toBeNull()
  })

  test('returns the driver’s own sentence for a phone number', () => {
    expect(describeFieldFaults('driver', 'phone', 'The phone field is required.')).toBe('Enter your mobile number.')
  })
})

describe('the facts of an answer', () => {
  const at = { zone: 'Europe/London', now: Date.parse('2026-11-30T07:40:00Z'), retryAfter: null }

  test('returns times on the clocks of the reader, with the day if it is another', () => {
    expect(buildAnswerFacts({ until: '2026-11-30T16:10:00Z', allowed_at: '2026-12-01T08:45:00Z' }, at)).toMatchObject({
      until: '16:10',
      allowed_at: 'Tue 1 Dec, 08:45',
    })
    expect(buildAnswerFacts({ until: '2026-11-30T16:10:00Z' }, { ...at, zone: 'Europe/Paris' }).until).toBe('17:10')
  })

  test('returns the earliest time of a step that is too early', () => {
    expect(buildAnswerFacts({ not_before: '2026-11-30T05:30:00Z' }, at).allowed_at).toBe('05:30')
  })

  test('returns a price and a step in words', () => {
    expect(buildAnswerFacts({ price_amount: 66_000, currency_code: 'GBP', current_status: 'en_route' }, at)).toMatchObject({
      price: '£660.00',
      current_status: 'Set off',
    })
  })

  test('returns the wait of Retry-After, and the time of its end', () => {
    expect(buildAnswerFacts({}, { ...at, retryAfter: 90 })).toMatchObject({ n: '90', time: '07:41' })
  })

  test('returns null if the answer lacks a fact or holds another type', () => {
    const odd = buildAnswerFacts({ until: 'soon', allowed_at: 5, price_amount: '6', current_status: null }, at)
    expect(Object.values(odd).filter((fact) => fact !== null)).toEqual([])
  })
})
