import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../portal/api/client.ts'
import { mostRows, rowsOf } from '../portal/api/rows.ts'
import { useSession } from '../portal/api/session.ts'
import type { PaymentFilter } from '../portal/money/payment-list.tsx'
import { firstInstantAfter } from './day-end.ts'

export type MarketTrip = Records['DeskTrip']
export type TripInFull = Records['WholeTrip']
export type MarketOperator = Records['Operator']
export type OwedPayout = Records['LedgerPayout']

/** A page of the marketplace's trips, the newest first. */
export function useMarketTrips(status: string, q: string, page: number) {
  const query = {
    page,
    per_page: 50,
    ...(status !== 'all' && { status: status as Records['TripState'] }),
    ...(q.trim().length >= 2 && { q: q.trim().slice(0, 80) }),
  }
  return useQuery({
    queryKey: ['trips', query],
    queryFn: ({ signal }) => answerOf(api.GET('/platform/v1/trips', { params: { query }, signal })),
  })
}

/** One trip in whole. */
export function useWholeTrip(ref: string) {
  return useQuery({
    queryKey: ['trips', ref],
    queryFn: ({ signal }) => answerOf(api.GET('/platform/v1/trips/{ref}', { params: { path: { ref } }, signal })),
  })
}

/** A page of the operators. */
export function useOperators(page: number) {
  const query = { page, per_page: 50 }
  return useQuery({
    queryKey: ['operators', 'page', query],
    queryFn: ({ signal }) => answerOf(api.GET('/platform/v1/operators', { params: { query }, signal })),
  })
}

/** The most operators that are read to choose from; more than any marketplace is known to have. */
const mostOperators = 1_000

/** Every operator, page by page, in the order of their names; `isWhole` tells whether that is all of them. */
async function readOperators(signal: AbortSignal) {
  // By ref: one that is added meanwhile moves another onto the next page, where it is read once more.
  const found = new Map<string, MarketOperator>()
  let isWhole = true
  const readPage = (page: number) =>
    api.GET('/platform/v1/operators', { params: { query: { page, per_page: mostRows } }, signal })
  for await (const operator of rowsOf(readPage)) {
    isWhole = found.size < mostOperators
    if (!isWhole) break
    found.set(operator.operator_ref, operator)
  }
  const operators = [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name))
  return { operators, isWhole }
}

/** Everybody who drives for the marketplace, to choose from and to tell the names. */
export function useEveryOperator() {
  return useQuery({ queryKey: ['operators', 'all'], queryFn: ({ signal }) => readOperators(signal) })
}

/** The name of an operator by its ref; the ref until the list is there. */
export function useOperatorNames(): (ref: string) => string {
  const { data } = useEveryOperator()
  return (ref) => data?.operators.find(({ operator_ref }) => operator_ref === ref)?.name ?? ref
}

/** The filters of the list of customers' payments. */
export type DeskPaymentFilters = PaymentFilter & { readonly operator: string }

/** A page of what customers paid, the last written down first; what is empty is not asked for. */
export function useDeskPayments({ from, to, method, line, operator }: DeskPaymentFilters, page: number) {
  const query = {
    page,
    per_page: 50,
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(method !== '' && { method: method as Records['PaymentMethod'] }),
    ...(line !== '' && { status: line as Records['LedgerStatus'] }),
    ...(operator !== '' && { operator_ref: operator }),
  }
  return useQuery({
    queryKey: ['payments', query],
    queryFn: ({ signal }) => answerOf(api.GET('/platform/v1/payments', { params: { query }, signal })),
  })
}

/**
 * A hook that reads the money only the provider knows of since a backup was restored, where its operator is unknown.
 */
export function useUnclaimedMoney() {
  return useQuery({
    queryKey: ['payments', 'to-settle'],
    queryFn: ({ signal }) => answerOf(api.GET('/platform/v1/payments/to-settle', { signal })),
  })
}

/** A page of payouts; `by` is a day on the marketplace's clocks, and then only those that are due by it. */
export function useMarketPayouts(status: string, by: string, page: number) {
  const { zone } = useSession()
  const end = firstInstantAfter(by, zone)
  const query = {
    page,
    per_page: 100,
    ...(status !== 'all' && { status: status as Records['PayoutStatus'] }),
    ...(end !== null && { scheduled_before: end }),
  }
  return useQuery({
    queryKey: ['payouts', query],
    queryFn: ({ signal }) => answerOf(api.GET('/platform/v1/payouts', { params: { query }, signal })),
  })
}
