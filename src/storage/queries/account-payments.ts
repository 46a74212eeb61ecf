import { and, eq, inArray, sql } from 'drizzle-orm'
import { type LedgerStatus, ledgerStatuses, listStatusesShownAs } from '../../domain/ledger.ts'
import type { PaymentMeans } from '../../domain/payment.ts'
import { isWithinSpan } from '../lists/counted-listing.ts'
import { buildListing, type ListedPage, type PageSpan } from '../lists/listing.ts'
import type { Reader } from '../storage.ts'
import type { Row } from '../tables.ts'
import type { PaymentRow } from './payments.ts'

/** A payment of a booking, with its trip and its customer. */
export type AccountPayment = {
  readonly payment: PaymentRow
  readonly ref: string
  readonly itinerary: Row<'trips'>['itinerary']
  readonly customerName: string
}

/** A query for an account's payments that were recorded between two instants (ms), both included. A null filter matches any. */
export type PaymentsQuery = PageSpan & {
  readonly operatorId: number
  readonly from: number
  readonly to: number
  readonly means: PaymentMeans | null
  readonly status: LedgerStatus | null
}

type Chosen = { readonly status: LedgerStatus | null; readonly byMeans: boolean }

/** A statement for each choice of filters, with an index that holds them and the order. */
function buildPaymentListing({ status, byMeans }: Chosen) {
  const name = ['account_payments', status, byMeans ? 'by_means' : null].filter((part) => part !== null).join('_')
  return buildListing<AccountPayment, Omit<PaymentsQuery, keyof PageSpan>>(
    name,
    ({ db, t: { bookings, customers, payments, trips } }) => {
      const isListed = and(
        eq(payments.operatorId, sql.placeholder('operatorId')),
        isWithinSpan(payments.createdAt),
        status === null ? undefined : inArray(payments.status, [...listStatusesShownAs(status)]),
        byMeans ? eq(payments.means, sql.placeholder('means')) : undefined,
      )
      // The operator does not know the customer before the booking, or of another operator's booking.
      const isOfBooking = and(eq(bookings.tripId, payments.tripId), eq(bookings.quoteId, payments.quoteId))
      return {
        choose: (columns) => db.select(columns).from(payments).innerJoin(bookings, isOfBooking).where(isListed).$dynamic(),
        rows: () =>
          db
            .select({ payment: payments, ref: trips.ref, itinerary: trips.itinerary, customerName: customers.name })
            .from(payments)
            .innerJoin(trips, eq(trips.id, payments.tripId))
            .innerJoin(customers, eq(customers.id, trips.customerId))
            .$dynamic(),
        id: payments.id,
        by: [payments.createdAt, payments.id],
        newestFirst: true,
      }
    },
  )
}

const lists = [null, ...ledgerStatuses].flatMap((status) =>
  [false, true].map((byMeans) => ({ status, byMeans, list: buildPaymentListing({ status, byMeans }) })),
)

/** Lists one page of the payments and refunds of an account's bookings, latest record first, with their count. */
export function listAccountPayments(db: Reader, query: PaymentsQuery): Promise<ListedPage<AccountPayment>> {
  const found = lists.find(({ status, byMeans }) => status === query.status && byMeans === (query.means !== null))
  if (found === undefined) throw new Error('No list of payments is kept by these filters.')
  return found.list(db, query)
}
