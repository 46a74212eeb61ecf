import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../api/client.ts'

export type MoneyOfTrip = Records['TripMoney']
export type DisputeOfTrip = Records['SeenDispute']

/** A payment with the trip that it is for; `booking_ref` is null where it is for none that is booked. */
export type NotedPayment = Records['UnsettledPayment']

/** How the money of a trip stands, booked or not; nothing is read unless it `isWanted`. */
export function useTripMoney(ref: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['money', 'trip', ref],
    enabled: isWanted,
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/trips/{ref}/payments', { params: { path: { ref } }, signal })),
  })
}

/** What somebody has to see to of the money of all trips. */
export function useMoneyToSettle() {
  return useQuery({
    queryKey: ['money', 'to-settle'],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/payments/to-settle', { signal })),
  })
}
