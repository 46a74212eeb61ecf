import { KindGuard, type TSchema } from '@sinclair/typebox'
import { isContract } from './contract.ts'
import * as activity from './contracts/activity.ts'
import * as amendment from './contracts/amendment.ts'
import * as availability from './contracts/availability.ts'
import * as block from './contracts/block.ts'
import * as board from './contracts/board.ts'
import * as booking from './contracts/booking.ts'
import * as brand from './contracts/brand.ts'
import * as cancellation from './contracts/cancellation.ts'
import * as cancellationTerms from './contracts/cancellation-terms.ts'
import * as contact from './contracts/contact.ts'
import * as customerBooking from './contracts/customer-booking.ts'
import * as customerLink from './contracts/customer-link.ts'
import * as customerPayment from './contracts/customer-payment.ts'
import * as customerRoad from './contracts/customer-road.ts'
import * as dataKept from './contracts/data-kept.ts'
import * as desk from './contracts/desk.ts'
import * as diary from './contracts/diary.ts'
import * as driver from './contracts/driver.ts'
import * as driverExport from './contracts/driver-export.ts'
import * as driverLocation from './contracts/driver-location.ts'
import * as driverMe from './contracts/driver-me.ts'
import * as driverPrivacy from './contracts/driver-privacy.ts'
import * as driverProgress from './contracts/driver-progress.ts'
import * as driverTrip from './contracts/driver-trip.ts'
import * as due from './contracts/due.ts'
import * as feed from './contracts/feed.ts'
import * as firstRun from './contracts/first-run.ts'
import * as health from './contracts/health.ts'
import * as incident from './contracts/incident.ts'
import * as invoice from './contracts/invoice.ts'
import * as itinerary from './contracts/itinerary.ts'
import * as job from './contracts/job.ts'
import * as mailServer from './contracts/mail-server.ts'
import * as mailedPage from './contracts/mailed-page.ts'
import * as me from './contracts/me.ts'
import * as money from './contracts/money.ts'
import * as numbers from './contracts/numbers.ts'
import * as operator from './contracts/operator.ts'
import * as ownCustomer from './contracts/own-customer.ts'
import * as ownTrip from './contracts/own-trip.ts'
import * as payout from './contracts/payout.ts'
import * as places from './contracts/places.ts'
import * as portal from './contracts/portal.ts'
import * as portalIncident from './contracts/portal-incident.ts'
import * as portalMessage from './contracts/portal-message.ts'
import * as portalNotifications from './contracts/portal-notifications.ts'
import * as portalVehicleCheck from './contracts/portal-vehicle-check.ts'
import * as postalAddress from './contracts/postal-address.ts'
import * as providerEvent from './contracts/provider-event.ts'
import * as quote from './contracts/quote.ts'
import * as search from './contracts/search.ts'
import * as setup from './contracts/setup.ts'
import * as signIn from './contracts/sign-in.ts'
import * as summary from './contracts/summary.ts'
import * as trip from './contracts/trip.ts'
import * as tripEvent from './contracts/trip-event.ts'
import * as tripInput from './contracts/trip-input.ts'
import * as tripMoney from './contracts/trip-money.ts'
import * as vehicle from './contracts/vehicle.ts'
import * as vehicleCheck from './contracts/vehicle-check.ts'
import * as webhook from './contracts/webhook.ts'
import { definePageSchema, Links, Meta, PageLink } from './pagination.ts'

/** The modules of contracts. The first module with a schema names it. */
const contracts: readonly Readonly<Record<string, unknown>>[] = [
  itinerary,
  tripEvent,
  cancellation,
  cancellationTerms,
  quote,
  job,
  contact,
  amendment,
  booking,
  money,
  customerBooking,
  driver,
  payout,
  webhook,
  me,
  signIn,
  driverMe,
  driverTrip,
  driverProgress,
  driverLocation,
  driverPrivacy,
  driverExport,
  vehicleCheck,
  incident,
  health,
  operator,
  trip,
  tripInput,
  customerLink,
  customerPayment,
  customerRoad,
  desk,
  ownCustomer,
  ownTrip,
  invoice,
  postalAddress,
  portal,
  portalIncident,
  portalNotifications,
  portalMessage,
  portalVehicleCheck,
  activity,
  vehicle,
  block,
  feed,
  availability,
  due,
  summary,
  numbers,
  board,
  setup,
  diary,
  search,
  places,
  dataKept,
  mailServer,
  mailedPage,
  tripMoney,
  providerEvent,
  firstRun,
  brand,
]

/**
 * Names of contracts: `DriverBody` is `DriverInput`, the input for a driver; `MeView` sends a `MeEnvelope` with a `Me`; a list of
 * `Job` in pages is a `JobPage`.
 */
export function listNamedSchemas(): Record<string, TSchema> {
  const named: Record<string, TSchema> = {}
  for (const [name, exported] of contracts.flatMap((contract) => Object.entries(contract))) {
    if (KindGuard.IsSchema(exported) && exported.type === 'object' && !name.endsWith('Query'))
      named[toPlainName(name, exported)] ??= exported
    if (!isContract(exported)) continue
    const { data, meta } = exported.schema.properties
    if (data === undefined || meta !== undefined) continue
    named[name.replace(/View$/, 'Envelope')] ??= exported.schema
    if (data.type === 'object') named[name.replace(/View$/, '')] ??= data
    if (data.items?.type === 'object') named[name.replace(/s?View$/, '')] ??= data.items
  }
  const pages = Object.entries(named).map(([name, schema]) => [`${name}Page`, definePageSchema(schema)])
  return { ...named, ...Object.fromEntries(pages), Links, Meta, PageLink }
}

function toPlainName(name: string, schema: TSchema): string {
  return name.replace(/Body$/, schema.additionalProperties === false ? '' : 'Input').replace(/Record$/, '')
}
