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
import type { SavedCard, ShownPage } from '../cards/chosen-cards.ts'

/** A trip as the customer who holds its link sees it. */
export type CustomerTrip = {
  readonly trip: TripRow
  readonly customer: Row<'customers'>
  readonly quotes: readonly TripQuote[]
  /** Comforts on board the coaches that live quotes name, by the ids of the coaches; null where none names one. */
  readonly comforts: ReadonlyMap<number, Comforts> | null
  /** The latest request, whatever became of it. */
  readonly request: RequestRow | null
  /** Reason why the deposit of that request was not paid; null where no card has failed. */
  readonly requestDecline: CardDecline | null
  readonly booking: TripBooking | null
  /** The live quote that is being paid for. */
  readonly held: QuoteRow | null
  /** Payments that are not over. */
  readonly payments: readonly PaymentRow[]
  readonly page: ShownPage | null
  readonly card: SavedCard | null
  /** Reason why the saved card did not pay for the booking; null where it did, and without one. */
  readonly balanceDecline: CardDecline | null
  /** Refunds of money that counted. */
  readonly refunds: readonly PaymentRow[]
  /** Amount (minor units) of the payments for the booking that could still go back. */
  readonly refundable: number
  /** Means by which the booking was paid; null where it was by several, and where nothing was. */
  readonly paidBy: PaymentMeans | null
  readonly extras: readonly ExtraRow[]
  /** The invoice of the booking; null without one. */
  readonly invoice: InvoiceName | null
  readonly amendments: readonly AmendmentRow[]
  readonly isPaidByTransfer: boolean
  /** Whether a sum too small for a card may be sent at any time before it is due: where cards are taken. */
  readonly isPaidEarly: boolean
  /** The operator of the booking, or of the quote that is held. */
  readonly operator: Operator | null
  /** Currency of a trip that was called off, which is null where no one was asked to quote; null while it is on. */
  readonly calledOff: { readonly currencyCode: string | null } | null
}
