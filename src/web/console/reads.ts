import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../portal/api/client.ts'

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

/** Everybody who may be asked for a quote; the first hundred are what a page of ticks can hold. */
export function useOperators() {
  return useQuery({
    queryKey: ['operators'],
    queryFn: ({ signal }) => answerOf(api.GET('/platform/v1/operators', { params: { query: { per_page: 100 } }, signal })),
  })
}

/** The name of an operator by its ref; the ref until the list is there. */
export function useOperatorNames(): (ref: string) => string {
  const { data } = useOperators()
  return (ref) => data?.data.find(({ operator_ref }) => operator_ref === ref)?.name ?? ref
}

/** A page of payouts; `before` is a day, and then only those that are due by it. */
export function usePayouts(status: string, before: string, page: number) {
  const query = {
    page,
    per_page: 100,
    ...(status !== 'all' && { status: status as Records['PayoutStatus'] }),
    ...(before !== '' && { scheduled_before: before }),
  }
  return useQuery({
    queryKey: ['payouts', query],
    queryFn: ({ signal }) => answerOf(api.GET('/platform/v1/payouts', { params: { query }, signal })),
  })
}
