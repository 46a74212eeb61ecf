import { plates } from './cast.ts'
import { daysAround } from './days.ts'
import { payoutOf, type SeenTrip } from './moves.ts'
import type { Show } from './narrator.ts'
import { speakAs } from './speaker.ts'

type Call = { readonly path: string; readonly body?: object; readonly token?: string }

/** A call to the API as it can be pasted into a shell. */
function curl({ server, history }: Show, { path, body, token = history.operatorToken }: Call): string {
  const sent = body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  return `  curl -s '${server.url}${path}' -H 'Authorization: Bearer ${token}'${sent}`
}

/** The command line by which the operator accepts a booking request. */
export function confirmLine(show: Show, ref: string): string {
  return curl(show, { path: `/api/v1/jobs/${ref}/confirm-booking-request`, body: {} })
}

/** The command line by which the operator gives a booking a driver. */
export function assignLine(show: Show, ref: string): string {
  const body = { driver_id: show.history.driverIds[0], vehicle_reg: plates[0] }
  return curl(show, { path: `/api/v1/bookings/${ref}/driver`, body })
}

/** First steps for a newcomer, each said in a sentence and then as a line that works as it stands. */
export function tour(show: Show, payout: string): readonly string[] {
  const { parts } = show.history
  const quote = (price_amount: number, availability: string, type: string, seats: number) => ({
    price_amount,
    currency_code: 'GBP',
    availability,
    vehicles: [{ type, count: 1, seats }],
  })
  return [
    'Whose key is this?',
    curl(show, { path: '/api/v1/me' }),
    'The inbox: jobs nobody of yours has answered yet.',
    curl(show, { path: '/api/v1/jobs?filter=fresh' }),
    'Quote one. The vehicle is likely, so the customer asks you before they pay; watch here.',
    curl(show, { path: `/api/v1/jobs/${parts.fresh.ref}/quote`, body: quote(64_000, 'likely', 'coach_49', 49) }),
    'Quote another as confirmed: the customer books it and pays at once.',
    curl(show, { path: `/api/v1/jobs/${parts.closing.ref}/quote`, body: quote(32_500, 'confirmed', 'minibus_16', 16) }),
    'Accept a request that is waiting: the saved card is charged and the trip is booked.',
    confirmLine(show, parts.waiting.ref),
    'Give a booking its driver and vehicle.',
    assignLine(show, parts.withoutDriver.ref),
    'What is paid out, and when.',
    curl(show, { path: '/api/v1/payouts' }),
    'Say that a payout has arrived, as whoever runs the marketplace.',
    curl(show, { path: `/platform/v1/payouts/${payout}`, body: { status: 'paid' }, token: show.history.platformToken }),
    'What has been sent to your back office, and what it answered; each delivery is told here when it arrives.',
    curl(show, { path: `/api/v1/webhooks/${show.webhookId}/deliveries` }),
    "And the customer's side of one trip, in a browser:",
    `  ${parts.choice.customerUrl}`,
  ]
}

/** Everything the examples in docs/ speak of, for the shell. */
export async function variables({ server, history }: Show) {
  const {
    account,
    amendmentId,
    parts,
    operatorToken,
    platformToken,
    adminToken,
    driverToken,
    operatorRef,
    driverIds,
    vehicleIds,
  } = history
  const operator = speakAs(server.ask, operatorToken)
  const choice = await speakAs(server.ask, parts.choice.customer.token).get<SeenTrip>('/customer/v1/trip')
  const days = daysAround(server.clock())
  const quoteOf = (status: string) => String(choice.quotes.find((quote) => quote.status === status)?.id)
  return {
    BASE: server.url,
    TOKEN: operatorToken,
    PLATFORM_TOKEN: platformToken,
    ADMIN_TOKEN: adminToken,
    DRIVER_TOKEN: driverToken,
    CUSTOMER_TOKEN: parts.choice.customer.token,
    OPERATOR: operatorRef,
    FRESH: parts.freshToo.ref,
    UNWANTED: parts.unwanted.ref,
    LIKELY: parts.likely.ref,
    CONFIRMED: parts.confirmed.ref,
    UNSURE: parts.unsure.ref,
    REQUESTED: parts.requested.ref,
    ASKED: parts.asked.ref,
    BOOKING: parts.withoutDriver.ref,
    TWO_COACHES: parts.twoCoaches.ref,
    TO_BE_CHANGED: parts.toBeChanged.ref,
    AMENDMENT: String(amendmentId),
    CHANGED_TOKEN: parts.toBeChanged.customer.token,
    TOMORROW: parts.tomorrow.ref,
    ON_THE_ROAD: parts.onTheRoad.ref,
    DRIVER: String(driverIds[0]),
    VEHICLE: String(vehicleIds[0]),
    UNINVITED: String(driverIds[4]),
    ACCOUNT: String(account.customerId),
    OWN_TRIP: account.ref,
    INVOICE: account.invoice,
    PAYOUT: String(await payoutOf(operator, parts.inTransit.ref)),
    LIKELY_QUOTE: quoteOf('likely'),
    CONFIRMED_QUOTE: quoteOf('confirmed'),
    MONTH: days.at(45, '08:30').slice(0, 7),
    LEAVES: days.at(30, '08:30'),
    RETURNS: days.at(30, '16:00'),
  }
}
