import type { CardDecline } from '../../domain/card-fault.ts'
import type { PaymentMeans } from '../../domain/payment.ts'
import type { AmendmentRow } from '../../storage/queries/amendments.ts'
import type { TripBooking } from '../../storage/queries/bookings.ts'
import type { ExtraRow } from '../../storage/queries/extras.ts'
import type { InvoiceName } from '../../storage/queries/invoices.ts'
import type { Operator } from '../../storage/queries/operators.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'
import type { Comforts } from '../../storage/queries/promises.ts'
import type { QuoteRow, RequestRow, TripQuote } from '../../storage/queries/quotes.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import type { Row } from '../../storage/tables.ts'
import type { SavedCard, ShownPage } from '../payments/chosen-cards.ts'

/** A trip for the customer with its link. */
export type CustomerTrip = {
  readonly trip: TripRow
  readonly customer: Row<'customers'>
  readonly quotes: readonly TripQuote[]
  /** Comforts of the vehicles that active quotes name, by vehicle id; null if no quote names one. */
  readonly comforts: ReadonlyMap<number, Comforts> | null
  /** The latest request, in any status. */
  readonly request: RequestRow | null
  /** Reason why the deposit of that request was not paid; null if no card has failed. */
  readonly requestDecline: CardDecline | null
  readonly booking: TripBooking | null
  /** The active quote that the customer is paying for. */
  readonly held: QuoteRow | null
  /** Unfinished payments. */
  readonly payments: readonly PaymentRow[]
  readonly page: ShownPage | null
  readonly card: SavedCard | null
  /** Reason why the saved card did not pay for the booking; null if it did, and without a card. */
  readonly balanceDecline: CardDecline | null
  /** Refunds of money that counted. */
  readonly refunds: readonly PaymentRow[]
  /** Amount (minor units) of the payments for the booking that can still be refunded. */
  readonly refundable: number
  /** Means by which the booking was paid; null for several, and for none. */
  readonly paidBy: PaymentMeans | null
  readonly extras: readonly ExtraRow[]
  /** The invoice of the booking; null without one. */
  readonly invoice: InvoiceName | null
  readonly amendments: readonly AmendmentRow[]
  readonly isPaidByTransfer: boolean
  /** Whether a sum too small for a card can be transferred before it is due: on a server with card payments. */
  readonly isPaidEarly: boolean
  /** The operator of the booking, or of the held quote. */
  readonly operator: Operator | null
  /** Currency of a cancelled trip, null if no operator was asked to quote. The whole is null for any other trip. */
  readonly calledOff: { readonly currencyCode: string | null } | null
}
