import type { Tone } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'

/** The payment methods, most common first. */
export const methods: readonly { readonly value: Records['ReceivedMethod']; readonly label: string }[] = [
  { value: 'bank_transfer', label: 'Bank transfer' },
  { value: 'cash', label: 'Cash' },
  { value: 'card_terminal', label: 'Card terminal' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'account', label: 'On account' },
]

type MoneyWord = { readonly word: string; readonly tone: Tone }

/** Words for the state of a ledger line. */
export const ledgerWords: Readonly<Record<string, MoneyWord>> = {
  pending: { word: 'Waiting', tone: 'waiting' },
  cleared: { word: 'Received', tone: 'good' },
  failed: { word: 'Failed', tone: 'wrong' },
  reversed: { word: 'Reversed', tone: 'over' },
}

/** Words for the state of an invoice. */
export const invoiceWords: Readonly<Record<string, MoneyWord>> = {
  open: { word: 'Open', tone: 'waiting' },
  paid: { word: 'Paid', tone: 'good' },
  credited: { word: 'Credited', tone: 'over' },
}

/** Words for the state of a payout. */
export const payoutWords: Readonly<Record<string, MoneyWord>> = {
  pending: { word: 'After the trip', tone: 'plain' },
  scheduled: { word: 'Scheduled', tone: 'waiting' },
  in_transit: { word: 'In transit', tone: 'good' },
  paid: { word: 'Paid', tone: 'good' },
  failed: { word: 'Failed', tone: 'wrong' },
  cancelled: { word: 'Cancelled', tone: 'over' },
}
