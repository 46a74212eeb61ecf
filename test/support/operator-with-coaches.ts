import { type CustomerClient, goodCard, type Market, type MarketAnswer, ok } from './market.ts'
import { portalClientOf } from './portal-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests send values that no type allows
type Fields = Record<string, any>

/** An operator with coaches that its quotes name. */
export async function openOperatorWithCoaches(market: Market, coaches = 1) {
  const desk = await market.operator()
  const office = await portalClientOf(market, desk)
  const fleet: number[] = []
  for (let nth = 1; nth <= coaches; nth++) {
    const coach = { registration: `YX2${nth} ABC`, type: 'coach_49', seats: 49 }
    fleet.push(ok(await office.call('POST', '/vehicles', coach)).id)
  }
  const [coach = 0] = fleet
  const naming = (...ids: readonly number[]) => ({
    vehicles: ids.map((vehicle_id) => ({ type: 'coach_49', count: 1, seats: 49, vehicle_id })),
  })

  /** A trip with a confirmed quote that names the first coach, with the given differences. */
  async function quoted(fields: Fields = {}, quote: Fields = {}): Promise<QuotedTrip> {
    const trip = await market.trip([desk], fields)
    const quoteId = await desk.makeQuote(trip, { availability: 'confirmed', ...naming(coach), ...quote })
    return { trip, quoteId, book: (card = goodCard) => trip.book(quoteId, card) }
  }

  const standing = async ({ trip }: QuotedTrip): Promise<string> => ok(await desk.job(trip)).my_quote.status
  const codes = async ({ trip }: QuotedTrip): Promise<string[]> =>
    ok(await desk.job(trip)).my_quote.warnings.map(({ code }: { code: string }) => code)

  return { desk, office, fleet, coach, naming, quoted, standing, codes }
}

/** A trip with a quote for it, and its customer's booking call. */
export interface QuotedTrip {
  readonly trip: CustomerClient
  readonly quoteId: number
  book(card?: string): Promise<MarketAnswer>
}
