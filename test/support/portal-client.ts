import { bookkeepingClientOf } from './bookkeeping-client.ts'
import { CustomerClient, days, hours, type Market, type MarketAnswer, type OperatorClient, ok, quoteTerms } from './market.ts'
import { millAddress } from './sample-addresses.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests send values that no type allows
type Fields = Record<string, any>

/** A person in an operator's office who enters trips by telephone for its own customers and books them. */
export async function portalClientOf(market: Market, desk: OperatorClient) {
  const books = await bookkeepingClientOf(market, desk)
  const { call } = books

  /** The form of a trip to York and back in 60 days, with the given differences. */
  function wish({ departsIn = days(60), ...fields }: Fields = {}): Fields {
    return {
      customer: { name: 'Ann Smith', email: 'ann@example.org', phone: '07700 900123' },
      pickup: { label: '14 Acacia Avenue', kind: 'residential', locality: 'Leeds', address_lines: ['14 Acacia Avenue'] },
      dropoff: { label: 'York Minster', kind: 'venue', locality: 'York', postcode: 'YO1 7HH' },
      departs_at: market.at(departsIn),
      returns_at: market.at(departsIn + hours(9)),
      passenger_count: 45,
      ...fields,
    }
  }

  const enter = (fields: Fields = {}, key?: string): Promise<MarketAnswer> => call('POST', '/trips', wish(fields), key)

  return {
    ...books,
    wish,
    enter,

    /** A trip that is quoted and booked immediately. */
    booked: async (book: Fields = {}, { quote, ...fields }: Fields = {}): Promise<CustomerClient> => {
      const agreed = { terms: 'deposit', agreed_by: 'phone', ...book }
      const { ref, customer_token } = ok(await enter({ ...fields, quote: quoteTerms(quote), book: agreed }))
      return new CustomerClient(market, ref, customer_token)
    },

    /** Saves a customer with an account, with the given differences; returns their id. */
    customer: async (differing: Fields = {}): Promise<number> => {
      const account = { terms_days: 30, po_required: false, invoice: 'monthly' }
      const school = { name: 'Jo Field', organisation: 'Wharfedale School', email: 'jo@school.example', phone: '07700 900456' }
      return ok(await call('POST', '/customers', { ...school, account, ...differing })).id
    },

    /** Registers the operator for VAT, with the address that its invoices need. */
    registerForVat: async (vat: Fields): Promise<void> => {
      ok(await call('PATCH', '/operator', { address: millAddress, settings: { vat } }))
    },

    invoice: (body: Fields, key?: string): Promise<MarketAnswer> => call('POST', '/invoices', body, key),
  }
}

export type PortalClient = Awaited<ReturnType<typeof portalClientOf>>
