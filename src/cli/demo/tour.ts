import { plates } from './cast.ts'
import { createDays } from './days.ts'
import { findPayoutOfTrip, type SeenTrip } from './moves.ts'
import type { Show } from './narrator.ts'
import { createSpeaker } from './speaker.ts'

type Call = { readonly path: string; readonly body?: object; readonly token?: string }

/** A call of the API as a shell command. */
function formatCurl({ server, history }: Show, { path, body, token = history.operatorToken }: Call): string {
  const sent = body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
  return `  curl -s '${server.url}${path}' -H 'Authorization: Bearer ${token}'${sent}`
}

/** The command that accepts a booking request. */
export function confirmLine(show: Show, ref: string): string {
  return formatCurl(show, { path: `/api/v1/jobs/${ref}/confirm-booking-request`, body: {} })
}

/** The command that assigns a driver to a booking. */
export function assignLine(show: Show, ref: string): string {
  const body = { driver_id: show.history.driverIds[0], vehicle_reg: plates[0] }
  return formatCurl(show, { path: `/api/v1/bookings/${ref}/driver`, body })
}

/** First steps: each a sentence and a command that works unchanged. */
export function writeTour(show: Show, payout: string): readonly string[] {
  const { parts } = show.history
  const quote = (price_amount: number, availability: string, type: string, seats: number) => ({
    price_amount,
    currency_code: 'GBP',
    availability,
    vehicles: [{ type, count: 1, seats }],
  })
  return [
    'Show the account of this key:',
    formatCurl(show, { path: '/api/v1/me' }),
    'List the jobs in the inbox that wait for an answer:',
    formatCurl(show, { path: '/api/v1/jobs?filter=fresh' }),
    'Quote a job on request. The customer asks you before paying, and that appears here:',
    formatCurl(show, { path: `/api/v1/jobs/${parts.fresh.ref}/quote`, body: quote(64_000, 'likely', 'coach_49', 49) }),
    'Quote a job as bookable now. The customer books and pays immediately:',
    formatCurl(show, { path: `/api/v1/jobs/${parts.closing.ref}/quote`, body: quote(32_500, 'confirmed', 'minibus_16', 16) }),
    'Accept a booking request. The server charges the saved card and books the trip:',
    confirmLine(show, parts.waiting.ref),
    'Assign a driver and a vehicle to a booking:',
    assignLine(show, parts.withoutDriver.ref),
    'List the payouts and their dates:',
    formatCurl(show, { path: '/api/v1/payouts' }),
    'Report a payout as paid, as the marketplace:',
    formatCurl(show, { path: `/platform/v1/payouts/${payout}`, body: { status: 'paid' }, token: show.history.platformToken }),
    'List webhook deliveries and their answers. Each delivery also appears here:',
    formatCurl(show, { path: `/api/v1/webhooks/${show.webhookId}/deliveries` }),
    "Open a customer's trip page in a browser:",
    `  ${parts.choice.customerUrl}`,
  ]
}

/** The shell variables of the examples in docs/. */
export async function listShellVariables({ server, history }: Show) {
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
  const operator = createSpeaker(server.ask, operatorToken)
  const choice = await createSpeaker(server.ask, parts.choice.customer.token).get<SeenTrip>('/customer/v1/trip')
  const days = createDays(server.clock())
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
    PAYOUT: String(await findPayoutOfTrip(operator, parts.inTransit.ref)),
    LIKELY_QUOTE: quoteOf('likely'),
    CONFIRMED_QUOTE: quoteOf('confirmed'),
    MONTH: days.at(45, '08:30').slice(0, 7),
    LEAVES: days.at(30, '08:30'),
    RETURNS: days.at(30, '16:00'),
  }
}
