import type { Records } from '../office/api/records.ts'

type HeldQuote = Records['WholeTrip']['quotes'][number]

/**
 * The state of a deposit: an awaited transfer, an unconfirmed card charge, a card payment in progress, or not loaded yet.
 */
type DepositState = 'on_its_way' | 'in_doubt' | 'by_card' | 'unknown'

/** A quote that is held for its customer during the payment, and its deposit. */
export type HeldDeposit = { readonly quote: HeldQuote; readonly state: DepositState }

const stateByStatus: Readonly<Record<string, DepositState>> = {
  awaiting_transfer: 'on_its_way',
  in_doubt: 'in_doubt',
  charging: 'by_card',
  requires_action: 'by_card',
}

function isHeldQuote({ status, instantly_bookable }: HeldQuote): boolean {
  return status === 'confirmed' && !instantly_bookable
}

/** Whether the payment method of a held quote is unknown. An immediate booking has no request that names it. */
export function isSilent(quote: HeldQuote): boolean {
  return isHeldQuote(quote) && quote.booking_request === null
}

/** The awaited deposit of an open trip, or null. `isTransfer` is the method for a quote without one; null while loading. */
export function findHeldDeposit({ status, quotes }: Records['WholeTrip'], isTransfer: boolean | null): HeldDeposit | null {
  if (status !== 'open') return null
  for (const quote of quotes) {
    const state = stateByStatus[quote.booking_request?.payment_status ?? '']
    if (state !== undefined) return { quote, state }
    if (isSilent(quote)) return { quote, state: isTransfer === null ? 'unknown' : isTransfer ? 'on_its_way' : 'by_card' }
    if (isHeldQuote(quote)) return { quote, state: 'by_card' }
  }
  return null
}

/** Whether the marketplace can mark the deposit as received. */
export function canBeReceived(held: HeldDeposit | null): held is HeldDeposit {
  return held?.state === 'on_its_way' || held?.state === 'in_doubt'
}
