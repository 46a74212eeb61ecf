import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { type LedgerStatus, ledgerStatuses, listStatusesShownAs } from '../../domain/ledger.ts'
import { isWithinSpan } from '../lists/counted-listing.ts'
import { buildListing, type ListedPage, type PageSpan } from '../lists/listing.ts'
import type { Reader } from '../storage.ts'
import type { AccountPayment, PaymentsQuery } from './account-payments.ts'

/**
 * A payment for a trip of the marketplace, without operators' own trips. `operatorRef` is null if an old row names no operator.
 */
export type DeskPayment = AccountPayment & { readonly operatorRef: string | null }

/** A query for payments of the marketplace; a null operator means all of them. */
export type DeskPaymentsQuery = Omit<PaymentsQuery, 'operatorId'> & { readonly operatorId: number | null }

type Filter = { readonly status: LedgerStatus | null; readonly byMeans: boolean; readonly byOperator: boolean }

/** One statement for each choice of filters. An index holds them and the order: the operator's own, or that of all payments. */
function ofDesk({ status, byMeans, byOperator }: Filter) {
  const marks = [status, byMeans && 'by_means', byOperator && 'by_operator'].filter(Boolean)
  return buildListing<DeskPayment, Omit<DeskPaymentsQuery, keyof PageSpan>>(
    ['desk_payments', ...marks].join('_'),
    ({ db, t: { customers, operators, payments, trips } }) => {
      const isListed = and(
        isNull(trips.operatorId),
        or(isNotNull(payments.operatorId), and(isNull(payments.pageExpiresAt), ne(payments.status, 'released'))),
        byOperator ? eq(payments.operatorId, sql.placeholder('operatorId')) : undefined,
        isWithinSpan(payments.createdAt),
        status === null ? undefined : inArray(payments.status, [...listStatusesShownAs(status)]),
        byMeans ? eq(payments.means, sql.placeholder('means')) : undefined,
      )
      return {
        choose: (columns) =>
          db.select(columns).from(payments).innerJoin(trips, eq(trips.id, payments.tripId)).where(isListed).$dynamic(),
        rows: () =>
          db
            .select({
              ...{ payment: payments, ref: trips.ref, itinerary: trips.itinerary },
              ...{ customerName: customers.name, operatorRef: operators.ref },
            })
            .from(payments)
            .innerJoin(trips, eq(trips.id, payments.tripId))
            .innerJoin(customers, eq(customers.id, trips.customerId))
            .leftJoin(operators, eq(operators.id, payments.operatorId))
            .$dynamic(),
        id: payments.id,
        by: [payments.createdAt, payments.id],
        newestFirst: true,
      }
    },
  )
}

const both = [false, true]
const lists = [null, ...ledgerStatuses].flatMap((status) =>
  both.flatMap((byMeans) =>
    both.map((byOperator) => ({ status, byMeans, byOperator, list: ofDesk({ status, byMeans, byOperator }) })),
  ),
)

/** Lists one page of the payment tries and refunds of any trip, latest record first, with their count. */
export function listDeskPayments(db: Reader, query: DeskPaymentsQuery): Promise<ListedPage<DeskPayment>> {
  const wanted = { byMeans: query.means !== null, byOperator: query.operatorId !== null }
  const found = lists.find(
    ({ status, byMeans, byOperator }) =>
      status === query.status && byMeans === wanted.byMeans && byOperator === wanted.byOperator,
  )
  if (found === undefined) throw new Error('No list of payments is kept by these filters.')
  return found.list(db, query)
}
