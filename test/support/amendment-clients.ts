import type { CustomerClient, Market, MarketAnswer, OperatorClient } from './market.ts'

type Trip = { readonly ref: string }

/** The body of a proposed change, with the given differences. */
export function amendmentBody(changes: object, differing: object = {}): object {
  return { changes, reason: 'The school has more pupils.', consent: 'given', ...differing }
}

/** A client that changes bookings: an operator's dispatcher, or the platform. */
export type AmendmentClient = {
  /** Proposes a change and returns the answer. */
  propose(trip: Trip, body: object, key?: string): Promise<MarketAnswer>
  move(trip: Trip, id: unknown, move: 'apply' | 'withdraw' | 'decline', body?: object): Promise<MarketAnswer>
  list(trip: Trip): Promise<MarketAnswer>
}

/** A person of an operator who changes its bookings. */
export async function amendmentClientOf(
  market: Market,
  desk: OperatorClient,
): Promise<AmendmentClient & { readonly token: string; preview(trip: Trip, body: object): Promise<MarketAnswer> }> {
  const token = await market.personToken(desk)
  const at = ({ ref }: Trip, rest = '') => `/portal/v1/bookings/${ref}/amendments${rest}`
  return {
    token,
    preview: (trip, body) => market.call('POST', at(trip, '/preview'), { token, body }),
    propose: (trip, body, key) => market.call('POST', at(trip), { token, body, ...(key !== undefined && { key }) }),
    move: (trip, id, move, body = {}) => market.call('POST', at(trip, `/${id}/${move}`), { token, body }),
    list: (trip) => market.call('GET', at(trip), { token }),
  }
}

/** The platform, which can change any trip. */
export function platformAmendmentClient(market: Market): AmendmentClient {
  const at = ({ ref }: Trip, rest = '') => `/trips/${ref}/amendments${rest}`
  return {
    propose: (trip, body) => market.platform('POST', at(trip), body),
    move: (trip, id, move, body = {}) => market.platform('POST', at(trip, `/${id}/${move}`), body),
    list: (trip) => market.platform('GET', at(trip)),
  }
}

/** Calls of a customer about changes of their trip. */
export function customerAmendmentClient(customer: CustomerClient) {
  return {
    wish: (changes: object, more: object = {}) => customer.post('amendments', { changes, ...more }),
    accept: (id: unknown, body: object = {}, wishes: { readonly key?: string } = {}) =>
      customer.post(`amendments/${id}/accept`, body, wishes),
    decline: (id: unknown, body: object = {}) => customer.post(`amendments/${id}/decline`, body),
  }
}
