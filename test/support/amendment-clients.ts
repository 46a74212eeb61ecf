import type { CustomerClient, Market, MarketAnswer, OperatorClient } from './market.ts'

type Trip = { readonly ref: string }

/** What a change is asked for with; say what differs. */
export function amendmentBody(changes: object, differing: object = {}): object {
  return { changes, reason: 'The school has more pupils.', consent: 'given', ...differing }
}

/** Who changes bookings: an operator's dispatcher, or the platform. */
export type AmendmentClient = {
  /** Asks for a change and answers it. */
  propose(trip: Trip, body: object, key?: string): Promise<MarketAnswer>
  move(trip: Trip, id: unknown, move: 'apply' | 'withdraw' | 'decline', body?: object): Promise<MarketAnswer>
  list(trip: Trip): Promise<MarketAnswer>
}

/** Somebody of an operator who changes its bookings. */
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

/** The platform, changing whichever trip. */
export function platformAmendmentClient(market: Market): AmendmentClient {
  const at = ({ ref }: Trip, rest = '') => `/trips/${ref}/amendments${rest}`
  return {
    propose: (trip, body) => market.platform('POST', at(trip), body),
    move: (trip, id, move, body = {}) => market.platform('POST', at(trip, `/${id}/${move}`), body),
    list: (trip) => market.platform('GET', at(trip)),
  }
}

/** What a customer does about changes of their trip. */
export function customerAmendmentClient(customer: CustomerClient) {
  return {
    wish: (changes: object, more: object = {}) => customer.post('amendments', { changes, ...more }),
    accept: (id: unknown, body: object = {}, wishes: { readonly key?: string } = {}) =>
      customer.post(`amendments/${id}/accept`, body, wishes),
    decline: (id: unknown, body: object = {}) => customer.post(`amendments/${id}/decline`, body),
  }
}
