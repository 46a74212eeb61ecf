import { expect, test } from 'bun:test'
import { canBeReceived, findHeldDeposit } from '../../src/web/console/held-deposit.ts'
import type { Records } from '../../src/web/office/api/records.ts'

function trip(quote: object, status = 'open'): Records['WholeTrip'] {
  const live = { status: 'likely', instantly_bookable: false, booking_request: null }
  return { status, quotes: [live, { ...live, ...quote }] } as unknown as Records['WholeTrip']
}

const paying = { status: 'confirmed', instantly_bookable: false }
const asked = (payment_status: string) => ({ booking_request: { payment_status } })

test.each([
  ['a quote to be booked', { status: 'confirmed', instantly_bookable: true }, null, null],
  ['a request that waits for an answer', { status: 'requested', ...asked('card_saved') }, null, null],
  ['a card that was declined', { status: 'requested', ...asked('declined') }, null, null],
  ['a transfer that is awaited', { ...paying, ...asked('awaiting_transfer') }, null, 'on_its_way'],
  ['a card in doubt', { status: 'requested', ...asked('in_doubt') }, null, 'in_doubt'],
  ['a card that needs confirmation with its bank', { ...paying, ...asked('requires_action') }, null, 'by_card'],
  ['an immediate booking that is not read yet', paying, null, 'unknown'],
  ['an immediate booking by transfer', paying, true, 'on_its_way'],
  ['an immediate booking by card', paying, false, 'by_card'],
])('returns the state of the deposit for %s', (_, quote, isTransfer, state) => {
  const held = findHeldDeposit(trip(quote), isTransfer)
  expect(held?.state ?? null).toBe(state as 'unknown')
  expect(canBeReceived(held)).toBe(state === 'on_its_way' || state === 'in_doubt')
  expect(findHeldDeposit(trip(quote, 'cancelled'), isTransfer)).toBeNull()
})
