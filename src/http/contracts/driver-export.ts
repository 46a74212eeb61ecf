import { type TProperties, Type } from '@sinclair/typebox'
import type { DriverExport } from '../../actions/drivers/driver-export.ts'
import { toInstant } from '../../domain/instant.ts'
import { locationsKeptMs } from '../../domain/location.ts'
import { messagesKeptMs } from '../../domain/retention.ts'
import { formatDurationInWords } from '../../domain/spoken.ts'
import { checkKeptMonths } from '../../domain/vehicle-check.ts'
import { defineContract } from '../contract.ts'
import { moment, nullable, type Of, record } from '../schema.ts'
import { asRecord } from './fields.ts'
import { asIncident, Incident } from './incident.ts'
import { toInstantOrNull } from './instant.ts'
import { asTripEvent, TripEvent } from './trip-event.ts'
import { asVehicleCheck, VehicleCheck } from './vehicle-check.ts'

const text = Type.String()
const maybe = nullable(text)
const when = moment()
const maybeWhen = nullable(when)

/** Data of one kind, with its purpose and retention. */
function categorySchema<Fields extends TProperties>(fields: Fields) {
  return record({ purpose: text, retention: text, records: Type.Array(record(fields)) })
}

const categories = {
  profile: categorySchema({
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
  licence_and_dbs: categorySchema({
    license_number: maybe,
    license_kind: maybe,
    license_expires_at: maybeWhen,
    dbs_check_kind: maybe,
    dbs_certificate_number: maybe,
    dbs_expires_at: maybeWhen,
  }),
  dbs_readings: categorySchema({ read_at: when }),
  devices: categorySchema({
    device_name: text,
    push_platform: maybe,
    push_token: maybe,
    last_used_at: maybeWhen,
    removed_at: maybeWhen,
    created_at: when,
  }),
  assignments: categorySchema({
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
  blocks: categorySchema({ kind: text, starts_at: when, ends_at: when, note: maybe, created_at: when }),
  trip_events: categorySchema({
    ref: text,
    ...TripEvent.properties,
    sent_at: maybeWhen,
    passenger_count: nullable(Type.Integer()),
    delay_minutes: nullable(Type.Integer()),
    latitude: nullable(Type.Number()),
    longitude: nullable(Type.Number()),
  }),
  locations: categorySchema({
    recorded_at: when,
    latitude: Type.Number(),
    longitude: Type.Number(),
    accuracy_m: nullable(Type.Number()),
    speed_mps: nullable(Type.Number()),
    heading_deg: nullable(Type.Number()),
    battery_percent: nullable(Type.Number()),
  }),
  vehicle_checks: categorySchema(VehicleCheck.properties),
  incidents: categorySchema({
    ...Incident.properties,
    latitude: nullable(Type.Number()),
    longitude: nullable(Type.Number()),
  }),
  consents: categorySchema({ purpose: text, granted: Type.Boolean(), changed_at: when }),
  privacy_requests: categorySchema({ kind: text, status: text, reason: maybe, scheduled_for: maybeWhen, created_at: when }),
  messages: categorySchema({ channel: text, recipient: text, subject: maybe, status: text, created_at: when }),
}

export const Export = record({ driver_id: Type.Integer(), generated_at: when, categories: record(categories) })

const why = {
  profile: ['To plan trips and to contact you.', 'While you are on the roster, then until you request erasure.'],
  licence_and_dbs: ['To assign only drivers with the required licence and DBS check.', 'While you are on the roster.'],
  dbs_readings: ['To record access to your DBS check.', 'As long as your driver record.'],
  devices: ['To keep your devices signed in and to notify them.', 'Until you sign out; the device names until erasure.'],
  assignments: ['To record the driver of each trip.', 'As long as the booking; after erasure without your name.'],
  blocks: ['To know when you are not available.', 'Until your operator deletes the block, or you request erasure.'],
  trip_events: ['To follow the trip and to pay for it.', 'As long as the booking; after erasure without your name and places.'],
  locations: ['To locate the coach during a trip, with your consent.', `${formatDurationInWords(locationsKeptMs)}.`],
  vehicle_checks: ['Roadworthiness (DVSA).', `${checkKeptMonths} months; after erasure without your name.`],
  incidents: ['To resolve incidents.', 'As long as the booking; after erasure without your name and places.'],
  consents: ['To prove your consent.', 'As long as your driver record; after erasure without your name.'],
  privacy_requests: ['To carry out your privacy requests.', 'As long as your driver record.'],
  messages: ['To deliver invitations, codes and notices.', `${formatDurationInWords(messagesKeptMs)} after sending.`],
} as const

function buildHeldRecords<Kind extends keyof typeof why, Item>(kind: Kind, records: Item[]) {
  const [purpose, retention] = why[kind]
  return { purpose, retention, records }
}

/** The schema of one record of a category. */
function recordSchema<Fields extends TProperties>({ properties }: ReturnType<typeof categorySchema<Fields>>) {
  return properties.records.items
}

/** All data about a driver at `now` (ms). */
function asExport(all: DriverExport, now: number): Of<typeof Export> {
  const { driver } = all
  const shown = {
    profile: buildHeldRecords('profile', [asRecord(recordSchema(categories.profile), driver, {})]),
    licence_and_dbs: buildHeldRecords('licence_and_dbs', [asRecord(recordSchema(categories.licence_and_dbs), driver, {})]),
    dbs_readings: buildHeldRecords(
      'dbs_readings',
      all.dbsReadings.map((reading) => asRecord(recordSchema(categories.dbs_readings), reading, {})),
    ),
    devices: buildHeldRecords(
      'devices',
      all.devices.map((device) => asRecord(recordSchema(categories.devices), device, { device_name: device.name })),
    ),
    assignments: buildHeldRecords(
      'assignments',
      all.assignments.map(({ assignment, ...trip }) =>
        asRecord(
          recordSchema(categories.assignments),
          { ...assignment, ...trip },
          { legs: assignment.legs === null ? null : [...assignment.legs], first_seen_at: toInstantOrNull(assignment.seenAt) },
        ),
      ),
    ),
    blocks: buildHeldRecords(
      'blocks',
      all.blocks.map((block) => asRecord(recordSchema(categories.blocks), block, {})),
    ),
    trip_events: buildHeldRecords(
      'trip_events',
      all.events.map(({ ref, event }) =>
        asRecord(recordSchema(categories.trip_events), event, {
          ref,
          ...asTripEvent(event, 'UTC'),
          ...asExportedPlace(event.point),
        }),
      ),
    ),
    locations: buildHeldRecords(
      'locations',
      all.locations.map((location) => asRecord(recordSchema(categories.locations), { ...location, ...location.point }, {})),
    ),
    vehicle_checks: buildHeldRecords(
      'vehicle_checks',
      all.checks.map(({ ref, check }) => asVehicleCheck(check, ref)),
    ),
    incidents: buildHeldRecords(
      'incidents',
      all.incidents.map(({ ref, incident }) => ({ ...asIncident(incident, ref, 'UTC'), ...asExportedPlace(incident.point) })),
    ),
    consents: buildHeldRecords(
      'consents',
      all.consents.map((consent) => asRecord(recordSchema(categories.consents), consent, {})),
    ),
    privacy_requests: buildHeldRecords(
      'privacy_requests',
      all.requests.map((request) => asRecord(recordSchema(categories.privacy_requests), request, {})),
    ),
    messages: buildHeldRecords(
      'messages',
      all.messages.map((message) => asRecord(recordSchema(categories.messages), message, {})),
    ),
  }
  return { driver_id: driver.id, generated_at: toInstant(now), categories: shown }
}

export const ExportView = defineContract(Export, (all: DriverExport, { now }) => asExport(all, now))

function asExportedPlace(point: { readonly latitude: number; readonly longitude: number } | null) {
  return { latitude: point?.latitude ?? null, longitude: point?.longitude ?? null }
}
