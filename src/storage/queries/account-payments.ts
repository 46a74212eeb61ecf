import { and, eq, inArray, sql } from 'drizzle-orm'
import { type LedgerStatus, ledgerStatuses, statusesShownAs } from '../../domain/ledger.ts'
import type { PaymentMeans } from '../../domain/payment.ts'
import { isWithinSpan } from '../lists/counted-listing.ts'
import { type ListedPage, listing, type PageSpan } from '../lists/listing.ts'
import type { Reader } from '../storage.ts'
import type { PaymentRow } from './payments.ts'

/** A payment of a booking, with the ref of the trip and who the customer is. */
export type AccountPayment = { readonly payment: PaymentRow; readonly ref: string; readonly customerName: string }

/**
 * A query for an account's payments that were written down between two instants (ms), both included. A null filter
 * takes any.
 */
export type PaymentsQuery = PageSpan & {
  readonly operatorId: number
  readonly from: number
  readonly to: number
  readonly means: PaymentMeans | null
  readonly status: LedgerStatus | null
}

type Chosen = { readonly status: LedgerStatus | null; readonly byMeans: boolean }

/** A statement for each choice of filters: its index holds all of them, and the order. */
function ofAccount({ status, byMeans }: Chosen) {
  const name = ['account_payments', status, byMeans ? 'by_means' : null].filter((part) => part !== null).join('_')
  return listing<AccountPayment, Omit<PaymentsQuery, keyof PageSpan>>(
    name,
    ({ db, t: { bookings, customers, payments, trips } }) => {
      const isListed = and(
        eq(payments.operatorId, sql.placeholder('operatorId')),
        isWithinSpan(payments.createdAt),
        status === null ? undefined : inArray(payments.status, [...statusesShownAs(status)]),
        byMeans ? eq(payments.means, sql.placeholder('means')) : undefined,
      )
      // Before a trip is booked the operator does not know its customer; another's quote of it may have been paid for in vain.
      const isOfBooking = and(eq(bookings.tripId, payments.tripId), eq(bookings.quoteId, payments.quoteId))
      return {
        choose: (columns) => db.select(columns).from(payments).innerJoin(bookings, isOfBooking).where(isListed).$dynamic(),
        rows: () =>
          db
            .select({ payment: payments, ref: trips.ref, customerName: customers.name })
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
  [false, true].map((byMeans) => ({ status, byMeans, list: ofAccount({ status, byMeans }) })),
)

/** One page of what was paid or refunded of an account's bookings, what was written down last first, and how many there are. */
export function listAccountPayments(db: Reader, query: PaymentsQuery): Promise<ListedPage<AccountPayment>> {
  const found = lists.find(({ status, byMeans }) => status === query.status && byMeans === (query.means !== null))
  if (found === undefined) throw new Error('No list of payments is kept by these filters.')
  return found.list(db, query)
}
