import type { Records } from '../portal/api/records.ts'

type HeldQuote = Records['WholeTrip']['quotes'][number]

/**
 * The state of a deposit: a transfer has not come, a card may have been charged, a card is still tried, or it is not
 * read yet which.
 */
type DepositState = 'on_its_way' | 'in_doubt' | 'by_card' | 'unknown'

/** The quote that is held for its customer while they pay. */
export type HeldDeposit = { readonly quote: HeldQuote; readonly state: DepositState }

const told: Readonly<Record<string, DepositState>> = {
  awaiting_transfer: 'on_its_way',
  in_doubt: 'in_doubt',
  charging: 'by_card',
  requires_action: 'by_card',
}

function isLocked({ status, instantly_bookable }: HeldQuote): boolean {
  return status === 'confirmed' && !instantly_bookable
}

/** Whether the trip does not tell how a held quote is paid: a customer who books at once makes no request. */
export function isSilent(quote: HeldQuote): boolean {
  return isLocked(quote) && quote.booking_request === null
}

/** The deposit that an open trip waits for, or null. `isTransfer` tells of a silent quote; null while that is not known. */
export function heldDeposit({ status, quotes }: Records['WholeTrip'], isTransfer: boolean | null): HeldDeposit | null {
  if (status !== 'open') return null
  for (const quote of quotes) {
    const state = told[quote.booking_request?.payment_status ?? '']
    if (state !== undefined) return { quote, state }
    if (isSilent(quote)) return { quote, state: isTransfer === null ? 'unknown' : isTransfer ? 'on_its_way' : 'by_card' }
    if (isLocked(quote)) return { quote, state: 'by_card' }
  }
  return null
}

/** Whether somebody who sees the money may say that it has come. */
export function mayHaveCome(held: HeldDeposit | null): held is HeldDeposit {
  return held?.state === 'on_its_way' || held?.state === 'in_doubt'
}
