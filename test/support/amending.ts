import type { Answer, Customer, Market, OperatorDesk } from './market.ts'

type Trip = { readonly ref: string }

/** What a change is asked for with; say what differs. */
export function change(changes: object, differing: object = {}): object {
  return { changes, reason: 'The school has more pupils.', consent: 'given', ...differing }
}

/** Who changes bookings: an operator's dispatcher, or the platform. */
export type AmendingOffice = {
  /** Asks for a change and answers it. */
  propose(trip: Trip, body: object, key?: string): Promise<Answer>
  move(trip: Trip, id: unknown, move: 'apply' | 'withdraw' | 'decline', body?: object): Promise<Answer>
  list(trip: Trip): Promise<Answer>
}

/** Somebody of an operator who changes its bookings. */
export async function amenderOf(market: Market, desk: OperatorDesk): Promise<AmendingOffice & { readonly token: string }> {
  const token = await market.person(desk)
  const at = ({ ref }: Trip, rest = '') => `/portal/v1/bookings/${ref}/amendments${rest}`
  return {
    token,
    propose: (trip, body, key) => market.call('POST', at(trip), { token, body, ...(key !== undefined && { key }) }),
    move: (trip, id, move, body = {}) => market.call('POST', at(trip, `/${id}/${move}`), { token, body }),
    list: (trip) => market.call('GET', at(trip), { token }),
  }
}

/** The platform, changing whichever trip. */
export function amendingPlatform(market: Market): AmendingOffice {
  const at = ({ ref }: Trip, rest = '') => `/trips/${ref}/amendments${rest}`
  return {
    propose: (trip, body) => market.platform('POST', at(trip), body),
    move: (trip, id, move, body = {}) => market.platform('POST', at(trip, `/${id}/${move}`), body),
    list: (trip) => market.platform('GET', at(trip)),
  }
}

/** What a customer does about changes of their trip. */
export function amendingCustomer(customer: Customer) {
  return {
    wish: (changes: object, more: object = {}) => customer.post('amendments', { changes, ...more }),
    accept: (id: unknown, body: object = {}, wishes: { readonly key?: string } = {}) =>
      customer.post(`amendments/${id}/accept`, body, wishes),
    decline: (id: unknown, body: object = {}) => customer.post(`amendments/${id}/decline`, body),
  }
}
