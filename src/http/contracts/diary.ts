import { Type } from '@sinclair/typebox'
import type { Diary, DiaryQuery as DiaryAsked } from '../../actions/crews/diary.ts'
import { tripStatuses } from '../../domain/booking.ts'
import { clashes, type DiaryItem, diaryRows } from '../../domain/diary.ts'
import { dutyRoles } from '../../domain/duty.ts'
import { toInstant } from '../../domain/instant.ts'
import { defineContract } from '../contract.ts'
import { date, input, moment, nullable, type Of, oneOf, record } from '../schema.ts'
import { OccupationRecord } from './availability.ts'
import { DutyDriver } from './booking.ts'
import { asRecord } from './fields.ts'

export const DiaryQuery = input({ from: date(), to: date(), by: Type.Optional(oneOf(diaryRows)) })

/** The days and the kind of rows in a query. */
export function toDiaryAsked({ from, to, by = 'vehicle' }: Of<typeof DiaryQuery>): DiaryAsked {
  return { from, to, by }
}

/** A coach of a booking or of a quote, or a block. A quote shows no name, and a block only its kind. */
export const DiaryItemRecord = record({
  ...OccupationRecord.properties,
  customer_name: nullable(Type.String()),
  customer_phone: nullable(Type.String()),
  summary: nullable(Type.String()),
  purpose: nullable(Type.String()),
  passenger_count: nullable(Type.Integer()),
  driving_minutes: nullable(Type.Integer()),
  vehicle_no: nullable(Type.Integer()),
  duty_id: nullable(Type.Integer()),
  role: nullable(oneOf(dutyRoles)),
  legs: nullable(Type.Array(Type.Integer())),
  driver: nullable(DutyDriver),
  vehicle_id: nullable(Type.Integer()),
  vehicle_reg: nullable(Type.String()),
  is_acknowledged: nullable(Type.Boolean()),
  report_at: nullable(moment()),
  trip_status: nullable(oneOf(tripStatuses)),
  quote: nullable(record({ price_amount: Type.Integer(), currency_code: Type.String(), valid_until: moment() })),
  needs_driver: Type.Boolean(),
  block_id: nullable(Type.Integer()),
  warnings: Type.Array(oneOf(clashes)),
})

const items = Type.Array(DiaryItemRecord)

/** A coach by its plate, or a driver by name. */
export const DiaryRowRecord = record({
  id: Type.Integer(),
  registration: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
  seats: Type.Optional(Type.Integer()),
  name: Type.Optional(Type.String()),
  phone: Type.Optional(nullable(Type.String())),
  items,
})

const DiaryRecord = record({ rows: Type.Array(DiaryRowRecord), unassigned: items, elsewhere: items })

function asItem(item: DiaryItem): Of<typeof DiaryItemRecord> {
  const { customer, duty, quote } = item
  return asRecord(DiaryItemRecord, item, {
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    duty_id: duty?.id ?? null,
    role: duty?.role ?? null,
    legs: duty?.legs == null ? null : [...duty.legs],
    driver: duty?.driver ?? null,
    vehicle_id: duty?.vehicleId ?? null,
    vehicle_reg: duty?.vehicleReg ?? null,
    report_at: duty?.reportAt == null ? null : toInstant(duty.reportAt),
    quote: quote && {
      price_amount: quote.priceAmount,
      currency_code: quote.currencyCode,
      valid_until: toInstant(quote.validUntil),
    },
    is_acknowledged: duty === null ? null : duty.acknowledgedAt !== null,
    warnings: [...item.clashes],
  })
}

/** The diary: the use of coaches and drivers, and bookings that lack one. */
export const DiaryView = defineContract(DiaryRecord, ({ rows, unassigned, elsewhere }: Diary) => ({
  rows: rows.map(({ items, ...row }) => ({
    ...('registration' in row ? row : { id: row.id, name: row.name, phone: row.phone }),
    items: items.map(asItem),
  })),
  unassigned: unassigned.map(asItem),
  elsewhere: elsewhere.map(asItem),
}))
