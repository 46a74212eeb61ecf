import { type TProperties, Type } from '@sinclair/typebox'
import type { DriverExport } from '../../actions/drivers/driver-export.ts'
import { toInstant } from '../../domain/instant.ts'
import { locationsKeptMs } from '../../domain/location.ts'
import { messagesKeptMs } from '../../domain/retention.ts'
import { spanInWords } from '../../domain/spoken.ts'
import { checkKeptMonths } from '../../domain/vehicle-check.ts'
import { contract } from '../contract.ts'
import { moment, nullable, type Of, record } from '../schema.ts'
import { asRecord } from './fields.ts'
import { asIncident, Incident } from './incident.ts'
import { instantOf } from './instant.ts'
import { asTripEvent, TripEvent } from './trip-event.ts'
import { asVehicleCheck, VehicleCheck } from './vehicle-check.ts'

const text = Type.String()
const maybe = nullable(text)
const when = moment()
const maybeWhen = nullable(when)

/** Some things of one kind, why they are held and for how long. */
function category<Fields extends TProperties>(fields: Fields) {
  return record({ purpose: text, retention: text, records: Type.Array(record(fields)) })
}

const categories = {
  profile: category({
    name: text,
    email: maybe,
    phone: maybe,
    locale: maybe,
    emergency_contact_name: maybe,
    emergency_contact_phone: maybe,
    notify_by_sms: Type.Boolean(),
    invited_at: maybeWhen,
    activated_at: maybeWhen,
    app_last_seen_at: maybeWhen,
    created_at: when,
    updated_at: when,
  }),
  licence_and_dbs: category({
    license_number: maybe,
    license_kind: maybe,
    license_expires_at: maybeWhen,
    dbs_check_kind: maybe,
    dbs_certificate_number: maybe,
    dbs_expires_at: maybeWhen,
  }),
  dbs_readings: category({ read_at: when }),
  devices: category({
    device_name: text,
    push_platform: maybe,
    push_token: maybe,
    last_used_at: maybeWhen,
    removed_at: maybeWhen,
    created_at: when,
  }),
  assignments: category({
    ref: text,
    departs_at: when,
    ends_at: when,
    vehicle_reg: text,
    vehicle_no: Type.Integer(),
    role: text,
    legs: nullable(Type.Array(Type.Integer())),
    report_at: maybeWhen,
    report_place: maybe,
    passenger_count: nullable(Type.Integer()),
    assigned_at: when,
    first_seen_at: maybeWhen,
    acknowledged_at: maybeWhen,
    declined_at: maybeWhen,
    decline_reason: maybe,
    ended_at: maybeWhen,
  }),
  blocks: category({ kind: text, starts_at: when, ends_at: when, note: maybe, created_at: when }),
  trip_events: category({
    ref: text,
    ...TripEvent.properties,
    sent_at: maybeWhen,
    passenger_count: nullable(Type.Integer()),
    delay_minutes: nullable(Type.Integer()),
    latitude: nullable(Type.Number()),
    longitude: nullable(Type.Number()),
  }),
  locations: category({
    recorded_at: when,
    latitude: Type.Number(),
    longitude: Type.Number(),
    accuracy_m: nullable(Type.Number()),
    speed_mps: nullable(Type.Number()),
    heading_deg: nullable(Type.Number()),
    battery_percent: nullable(Type.Number()),
  }),
  vehicle_checks: category(VehicleCheck.properties),
  incidents: category({
    ...Incident.properties,
    latitude: nullable(Type.Number()),
    longitude: nullable(Type.Number()),
  }),
  consents: category({ purpose: text, granted: Type.Boolean(), changed_at: when }),
  privacy_requests: category({ kind: text, status: text, reason: maybe, scheduled_for: maybeWhen, created_at: when }),
  messages: category({ channel: text, recipient: text, subject: maybe, status: text, created_at: when }),
}

export const Export = record({ driver_id: Type.Integer(), generated_at: when, categories: record(categories) })

/** Purpose and time for which each kind is held. */
const why = {
  profile: ['To plan trips and to reach you.', 'While you are on the roster; then until you ask for erasure.'],
  licence_and_dbs: ['To send only drivers who may drive the trip (licence, DBS).', 'While you are on the roster.'],
  dbs_readings: ['To know who has seen your DBS check.', 'As long as your entry.'],
  devices: ['To let your devices in and to notify them.', 'Until you sign out; their names until erasure.'],
  assignments: ['To know who drove which trip.', 'With the booking; after erasure without your name.'],
  blocks: ['To know when you are not to be had.', 'Until your operator takes it away, or you ask for erasure.'],
  trip_events: ['To follow the trip and to settle it.', 'With the booking; after erasure without your name and places.'],
  locations: ['To find the coach on the way, with your consent.', `${spanInWords(locationsKeptMs)}.`],
  vehicle_checks: ['Roadworthiness (DVSA).', `${checkKeptMonths} months; after erasure without your name.`],
  incidents: ['To put right what went wrong.', 'With the booking; after erasure without your name and places.'],
  consents: ['To prove what you agreed to.', 'As long as your entry; after erasure without your name.'],
  privacy_requests: ['To carry out what you asked for.', 'As long as your entry.'],
  messages: ['To deliver invitations, codes and notices.', `${spanInWords(messagesKeptMs)} after they were sent.`],
} as const

function held<Kind extends keyof typeof why, Item>(kind: Kind, records: Item[]) {
  const [purpose, retention] = why[kind]
  return { purpose, retention, records }
}

/** The schema of one record of a category. */
function recordOf<Fields extends TProperties>({ properties }: ReturnType<typeof category<Fields>>) {
  return properties.records.items
}

/** Everything held on a driver at `now` (ms). */
function asExport(all: DriverExport, now: number): Of<typeof Export> {
  const { driver } = all
  const shown = {
    profile: held('profile', [asRecord(recordOf(categories.profile), driver, {})]),
    licence_and_dbs: held('licence_and_dbs', [asRecord(recordOf(categories.licence_and_dbs), driver, {})]),
    dbs_readings: held(
      'dbs_readings',
      all.dbsReadings.map((reading) => asRecord(recordOf(categories.dbs_readings), reading, {})),
    ),
    devices: held(
      'devices',
      all.devices.map((device) => asRecord(recordOf(categories.devices), device, { device_name: device.name })),
    ),
    assignments: held(
      'assignments',
      all.assignments.map(({ assignment, ...trip }) =>
        asRecord(
          recordOf(categories.assignments),
          { ...assignment, ...trip },
          { legs: assignment.legs === null ? null : [...assignment.legs], first_seen_at: instantOf(assignment.seenAt) },
        ),
      ),
    ),
    blocks: held(
      'blocks',
      all.blocks.map((block) => asRecord(recordOf(categories.blocks), block, {})),
    ),
    trip_events: held(
      'trip_events',
      all.events.map(({ ref, event }) =>
        asRecord(recordOf(categories.trip_events), event, { ref, ...asTripEvent(event, 'UTC'), ...asPlace(event.point) }),
      ),
    ),
    locations: held(
      'locations',
      all.locations.map((location) => asRecord(recordOf(categories.locations), { ...location, ...location.point }, {})),
    ),
    vehicle_checks: held(
      'vehicle_checks',
      all.checks.map(({ ref, check }) => asVehicleCheck(check, ref)),
    ),
    incidents: held(
      'incidents',
      all.incidents.map(({ ref, incident }) => ({ ...asIncident(incident, ref, 'UTC'), ...asPlace(incident.point) })),
    ),
    consents: held(
      'consents',
      all.consents.map((consent) => asRecord(recordOf(categories.consents), consent, {})),
    ),
    privacy_requests: held(
      'privacy_requests',
      all.requests.map((request) => asRecord(recordOf(categories.privacy_requests), request, {})),
    ),
    messages: held(
      'messages',
      all.messages.map((message) => asRecord(recordOf(categories.messages), message, {})),
    ),
  }
  return { driver_id: driver.id, generated_at: toInstant(now), categories: shown }
}

export const ExportView = contract(Export, (all: DriverExport, { now }) => asExport(all, now))

function asPlace(point: { readonly latitude: number; readonly longitude: number } | null) {
  return { latitude: point?.latitude ?? null, longitude: point?.longitude ?? null }
}
