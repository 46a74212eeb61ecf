import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer, type Sent } from '../../office/api/client.ts'

export type MoneyOfTrip = Records['TripMoney']
export type DisputeOfTrip = Records['SeenDispute']

/** A payment with its trip. `booking_ref` is null for a trip that is not booked. */
export type NotedPayment = Records['UnsettledPayment']

/** A React hook that returns the payments of a trip, booked or not. Reads nothing unless `isWanted`. */
export function useTripMoney(ref: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['money', 'trip', ref],
    enabled: isWanted,
    queryFn: ({ signal }) => {
      const sent = api.GET('/portal/v1/trips/{ref}/payments', { params: { path: { ref } }, signal })
      return requireAnswer(toOwnClock(sent, withOwnEnds))
    },
  })
}

function withOwnEnds(answer: { readonly data: MoneyOfTrip }, ownOf: OwnClock): { data: MoneyOfTrip } {
  const payments = answer.data.payments.map((one) => ({ ...one, expires_at: ownOf(one.expires_at) }))
  return { ...answer, data: { ...answer.data, payments } }
}

/** Converts the end of a payment page to this browser's clock. Null without an end. */
type OwnClock = (expiresAt: string | null) => string | null

/** Corrects the end of a payment page, which follows the provider's clock, by the difference to this browser's clock. */
export async function toOwnClock<Body>(sent: Sent<Body>, told: (body: Body, ownOf: OwnClock) => Body): Sent<Body> {
  const { data, ...heard } = await sent
  if (data === undefined) return heard
  const now = Date.now()
  const ahead = now - (Date.parse(heard.response.headers.get('Date') ?? '') || now)
  return { ...heard, data: told(data, (at) => at && new Date(Date.parse(at) + ahead).toISOString()) }
}

/** A React hook that returns the payments to check of all trips. */
export function useMoneyToSettle() {
  return useQuery({
    queryKey: ['money', 'to-settle'],
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/payments/to-settle', { signal })),
  })
}
