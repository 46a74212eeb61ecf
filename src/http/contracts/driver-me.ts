import { Type } from '@sinclair/typebox'
import type { DriverMe as Myself, OwnChange } from '../../actions/drivers/driver-me.ts'
import { findCompliance } from '../../domain/driver.ts'
import { toInstant } from '../../domain/instant.ts'
import { locationIntervalSeconds } from '../../domain/location.ts'
import { defineContract } from '../contract.ts'
import { input, moment, nullable, type Of, oneOf, record, text } from '../schema.ts'
import { Compliance } from './driver.ts'
import { refuseInvalidField } from './fault.ts'
import { asRecord, pickSentFields } from './fields.ts'

const optionalDriverText = (max: number) => Type.Optional(nullable(text({ max })))

export const OwnChangeBody = input({
  locale: optionalDriverText(35),
  emergency_contact_name: optionalDriverText(160),
  emergency_contact_phone: optionalDriverText(24),
  notify_by_sms: Type.Optional(Type.Boolean()),
})

/** The changes of a body. Refuses `validation_failed` for an invalid locale. */
export function toOwnChange(body: Of<typeof OwnChangeBody>): OwnChange {
  if (body.locale != null && !isLocale(body.locale))
    throw refuseInvalidField('locale', 'The locale field must be a language tag.')
  return pickSentFields(OwnChangeBody, body)
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export const PushTokenBody = input({
  platform: oneOf(['ios', 'android', 'web']),
  token: nullable(text({ min: 1, max: 4096 })),
})

export const DriverMe = record({
  id: Type.Integer(),
  name: Type.String(),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  locale: nullable(Type.String()),
  operator: record({ operator_ref: Type.String(), name: Type.String(), phone: nullable(Type.String()) }),
  license_expires_at: nullable(moment()),
  dbs_expires_at: nullable(moment()),
  compliance: Compliance,
  emergency_contact_name: nullable(Type.String()),
  emergency_contact_phone: nullable(Type.String()),
  notify_by_sms: Type.Boolean(),
  consents: record({ location_tracking: Type.Boolean() }),
  erasure: nullable(record({ scheduled_for: moment() })),
  settings: record({
    no_show_wait_minutes: Type.Integer(),
    vehicle_check_required: Type.Boolean(),
    location_interval_seconds: Type.Integer(),
  }),
})

/** The driver of the device at `now` (ms). */
function asDriverMe({ driver, operator }: Myself, now: number): Of<typeof DriverMe> {
  const { erasureScheduledFor } = driver
  return asRecord(DriverMe, driver, {
    operator: { operator_ref: operator.ref, name: operator.name, phone: operator.phone },
    compliance: findCompliance(driver, now),
    consents: { location_tracking: driver.locationConsentAt !== null },
    erasure: erasureScheduledFor === null ? null : { scheduled_for: toInstant(erasureScheduledFor) },
    settings: {
      no_show_wait_minutes: operator.noShowWaitMinutes,
      vehicle_check_required: operator.vehicleCheckRequired,
      location_interval_seconds: locationIntervalSeconds,
    },
  })
}

export const DriverMeView = defineContract(DriverMe, (me: Myself, { now }) => asDriverMe(me, now))

export const RegisteredView = defineContract(record({ registered: Type.Boolean() }), (registered: boolean) => ({ registered }))
