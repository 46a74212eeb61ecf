import type { Market, MarketAnswer, OperatorClient } from './market.ts'
import { ok } from './market.ts'

type Trip = { readonly ref: string }

/** A person of an operator who keeps the books of its bookings. */
export async function bookkeepingClientOf(
  market: Market,
  desk: OperatorClient,
  role: 'admin' | 'dispatcher' | 'accounts' = 'admin',
) {
  const token = await market.personToken(desk, role)
  const call = (method: string, path: string, body?: unknown, key?: string): Promise<MarketAnswer> =>
    market.call(method, `/portal/v1${path}`, { token, ...(body !== undefined && { body }), ...(key !== undefined && { key }) })
  const post = (trip: Trip, path: string, body: unknown = {}, key?: string) =>
    call('POST', `/bookings/${trip.ref}/${path}`, body, key)

  return {
    token,
    call,

    /** Changes the operator's settings. */
    settings: async (settings: object) => ok(await call('PATCH', '/operator', { settings })).settings,

    record: (trip: Trip, differing: object = {}, key?: string) =>
      post(
        trip,
        'payments',
        { kind: 'balance', method: 'bank_transfer', amount: 51_200, currency_code: 'GBP', ...differing },
        key,
      ),

    reverse: (trip: Trip, id: unknown, reason = 'The cheque bounced.', key?: string) =>
      post(trip, `payments/${id}/reverse`, { reason }, key),

    sent: (trip: Trip, id: unknown, body: object = {}, key?: string) => post(trip, `payments/${id}/sent`, body, key),

    addExtra: (trip: Trip, differing: object = {}, key?: string) =>
      post(trip, 'extras', { kind: 'waiting', quantity: 45, amount: 3_000, ...differing }, key),

    removeExtra: (trip: Trip, id: unknown) => call('DELETE', `/bookings/${trip.ref}/extras/${id}`),
  }
}

export type BookkeepingClient = Awaited<ReturnType<typeof bookkeepingClientOf>>

/** The lines of a booking's ledger in short: `deposit card 12800 cleared`. */
export function paymentLinesOf(booking: { readonly payments: readonly Record<string, unknown>[] }): string[] {
  return booking.payments.map(({ kind, method, amount, status }) => `${kind} ${method} ${amount} ${status}`)
}

/** The money of a booking, in short. */
export function balanceSummaryOf({
  paid_amount: paid,
  due_amount: due,
  balance_status: balance,
  payment_status: status,
}: Record<string, unknown>) {
  return { paid, due, balance, status }
}
