import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../office/api/client.ts'
import { mostRows, readAllRows } from '../office/api/rows.ts'
import { useSession } from '../office/api/session.ts'
import type { PaymentFilter } from '../office/money-lists/payment-list.tsx'
import { findFirstInstantAfter } from './day-end.ts'

export type MarketTrip = Records['DeskTrip']
export type TripInFull = Records['WholeTrip']
export type MarketOperator = Records['Operator']
export type DuePayout = Records['LedgerPayout']

/** A React hook that returns a page of the marketplace's trips, newest first. */
export function useMarketTrips(status: string, q: string, page: number) {
  const query = {
    page,
    per_page: 50,
    ...(status !== 'all' && { status: status as Records['TripState'] }),
    ...(q.trim().length >= 2 && { q: q.trim().slice(0, 80) }),
  }
  return useQuery({
    queryKey: ['trips', query],
    queryFn: ({ signal }) => requireAnswer(api.GET('/platform/v1/trips', { params: { query }, signal })),
  })
}

export function useWholeTrip(ref: string) {
  return useQuery({
    queryKey: ['trips', ref],
    queryFn: ({ signal }) => requireAnswer(api.GET('/platform/v1/trips/{ref}', { params: { path: { ref } }, signal })),
  })
}

/** A React hook that returns a page of the operators. */
export function useOperators(page: number) {
  const query = { page, per_page: 50 }
  return useQuery({
    queryKey: ['operators', 'page', query],
    queryFn: ({ signal }) => requireAnswer(api.GET('/platform/v1/operators', { params: { query }, signal })),
  })
}

/** Greatest number of operators to choose from. */
const mostOperators = 1_000

/** Reads the operators page by page, by name. `isWhole` is false if the limit cut the list. */
async function readOperators(signal: AbortSignal) {
  // By reference, because a new operator can move another onto the next page, which repeats it.
  const found = new Map<string, MarketOperator>()
  let isWhole = true
  const readPage = (page: number) =>
    api.GET('/platform/v1/operators', { params: { query: { page, per_page: mostRows } }, signal })
  for await (const operator of readAllRows(readPage)) {
    isWhole = found.size < mostOperators
    if (!isWhole) break
    found.set(operator.operator_ref, operator)
  }
  const operators = [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name))
  return { operators, isWhole }
}

export function useEveryOperator() {
  return useQuery({ queryKey: ['operators', 'all'], queryFn: ({ signal }) => readOperators(signal) })
}

/** A React hook that returns a function for the name of an operator. Returns the reference while loading. */
export function useOperatorNames(): (ref: string) => string {
  const { data } = useEveryOperator()
  return (ref) => data?.operators.find(({ operator_ref }) => operator_ref === ref)?.name ?? ref
}

/** Filters of the list of customers' payments. */
export type DeskPaymentFilters = PaymentFilter & { readonly operator: string }

/** A React hook that returns a page of customers' payments, latest recorded first. Empty filters are not sent. */
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
    queryFn: ({ signal }) => requireAnswer(api.GET('/platform/v1/payments', { params: { query }, signal })),
  })
}

/**
 * A React hook that returns card payments without a known operator, missing since the restore of a backup.
 */
export function useUnclaimedMoney() {
  return useQuery({
    queryKey: ['payments', 'to-settle'],
    queryFn: ({ signal }) => requireAnswer(api.GET('/platform/v1/payments/to-settle', { signal })),
  })
}

/** A React hook that returns a page of payouts. `by` limits them to a due day in the marketplace's time zone. */
export function useMarketPayouts(status: string, by: string, page: number) {
  const { zone } = useSession()
  const end = findFirstInstantAfter(by, zone)
  const query = {
    page,
    per_page: 100,
    ...(status !== 'all' && { status: status as Records['PayoutStatus'] }),
    ...(end !== null && { scheduled_before: end }),
  }
  return useQuery({
    queryKey: ['payouts', query],
    queryFn: ({ signal }) => requireAnswer(api.GET('/platform/v1/payouts', { params: { query }, signal })),
  })
}
