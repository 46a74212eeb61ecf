import { KindGuard, type TSchema } from '@sinclair/typebox'
import { isContract } from './contract.ts'
import * as booking from './contracts/booking.ts'
import * as customerBooking from './contracts/customer-booking.ts'
import * as driver from './contracts/driver.ts'
import * as driverExport from './contracts/driver-export.ts'
import * as driverLocation from './contracts/driver-location.ts'
import * as driverMe from './contracts/driver-me.ts'
import * as driverPrivacy from './contracts/driver-privacy.ts'
import * as driverProgress from './contracts/driver-progress.ts'
import * as driverTrip from './contracts/driver-trip.ts'
import * as health from './contracts/health.ts'
import * as incident from './contracts/incident.ts'
import * as itinerary from './contracts/itinerary.ts'
import * as job from './contracts/job.ts'
import * as me from './contracts/me.ts'
import * as operator from './contracts/operator.ts'
import * as payout from './contracts/payout.ts'
import * as portal from './contracts/portal.ts'
import * as quote from './contracts/quote.ts'
import * as signIn from './contracts/sign-in.ts'
import * as trip from './contracts/trip.ts'
import * as tripEvent from './contracts/trip-event.ts'
import * as tripInput from './contracts/trip-input.ts'
import * as vehicle from './contracts/vehicle.ts'
import * as vehicleCheck from './contracts/vehicle-check.ts'
import * as webhook from './contracts/webhook.ts'
import { Links, Meta, PageLink, paginated } from './pagination.ts'

/** In the order in which a schema that two of them hold gets its name. */
const contracts: readonly Readonly<Record<string, unknown>>[] = [
  itinerary,
  tripEvent,
  quote,
  job,
  booking,
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
  portal,
  vehicle,
]

/**
 * The contracts' own names: `DriverBody` is `DriverInput`, what a driver is made from; `MeView` sends a `MeEnvelope`, which
 * holds a `Me`; a list of `Job` in pages is a `JobPage`.
 */
export function namedSchemas(): Record<string, TSchema> {
  const named: Record<string, TSchema> = {}
  for (const [name, exported] of contracts.flatMap((contract) => Object.entries(contract))) {
    if (KindGuard.IsSchema(exported) && exported.type === 'object' && !name.endsWith('Query'))
      named[plainName(name, exported)] ??= exported
    if (!isContract(exported)) continue
    const { data, meta } = exported.schema.properties
    if (data === undefined || meta !== undefined) continue
    named[name.replace(/View$/, 'Envelope')] ??= exported.schema
    if (data.type === 'object') named[name.replace(/View$/, '')] ??= data
    if (data.items?.type === 'object') named[name.replace(/s?View$/, '')] ??= data.items
  }
  const pages = Object.entries(named).map(([name, schema]) => [`${name}Page`, paginated(schema)])
  return { ...named, ...Object.fromEntries(pages), Links, Meta, PageLink }
}

function plainName(name: string, schema: TSchema): string {
  return name.replace(/Body$/, schema.additionalProperties === false ? '' : 'Input').replace(/Record$/, '')
}
