import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records, type Sent } from '../api/client.ts'

export type MoneyOfTrip = Records['TripMoney']
export type DisputeOfTrip = Records['SeenDispute']

/** A payment with the trip that it is for; `booking_ref` is null where it is for none that is booked. */
export type NotedPayment = Records['UnsettledPayment']

/** The money of a trip and how it stands, booked or not; nothing is read unless it `isWanted`. */
export function useTripMoney(ref: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['money', 'trip', ref],
    enabled: isWanted,
    queryFn: ({ signal }) => {
      const sent = api.GET('/portal/v1/trips/{ref}/payments', { params: { path: { ref } }, signal })
      return answerOf(byOwnClock(sent, withEnds))
    },
  })
}

function withEnds(answer: { readonly data: MoneyOfTrip }, ownOf: OwnClock): { data: MoneyOfTrip } {
  const payments = answer.data.payments.map((one) => ({ ...one, expires_at: ownOf(one.expires_at) }))
  return { ...answer, data: { ...answer.data, payments } }
}

/** Turns the end of a payment page into an instant of this browser's clock; null where it names none. */
type OwnClock = (expiresAt: string | null) => string | null

/** Pages are over by the clock of their provider: counted from when it was heard, that is told by the clock of everything else here. */
export async function byOwnClock<Body>(sent: Sent<Body>, told: (body: Body, ownOf: OwnClock) => Body): Sent<Body> {
  const { data, ...heard } = await sent
  if (data === undefined) return heard
  const now = Date.now()
  const ahead = now - (Date.parse(heard.response.headers.get('Date') ?? '') || now)
  return { ...heard, data: told(data, (at) => at && new Date(Date.parse(at) + ahead).toISOString()) }
}

/** The money of all trips that somebody has to see to. */
export function useMoneyToSettle() {
  return useQuery({
    queryKey: ['money', 'to-settle'],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/payments/to-settle', { signal })),
  })
}
