import { type TSchema, Type } from '@sinclair/typebox'
import type { NewDriver } from '../../actions/drivers/drivers.ts'
import type { DriverChange } from '../../actions/drivers/portal-drivers.ts'
import { buildSignInUrl, type IssuedLink } from '../../actions/people/sign-in-links.ts'
import { dbsCheckKinds, findCompliance, findDriverStatus } from '../../domain/driver.ts'
import { toInstant } from '../../domain/instant.ts'
import type { DriverRow } from '../../storage/queries/drivers.ts'
import { defineContract } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { email, input, instant, moment, nullable, type Of, oneOf, pageFields, record, text } from '../schema.ts'
import { asRecord, listAllFields, pickSentFields } from './fields.ts'

const optionalDriverField = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema))

export const DriversQuery = input(pageFields)

export const DriverBody = input({
  name: text({ min: 1, max: 160 }),
  email: optionalDriverField(email()),
  phone: optionalDriverField(text({ min: 1, max: 24 })),
  license_number: optionalDriverField(text({ max: 80 })),
  license_kind: optionalDriverField(text({ max: 40 })),
  license_expires_at: optionalDriverField(instant()),
  dbs_check_kind: optionalDriverField(oneOf(dbsCheckKinds)),
  dbs_certificate_number: optionalDriverField(text({ max: 64 })),
  dbs_expires_at: optionalDriverField(instant()),
  invite_now: Type.Optional(Type.Boolean()),
})

export function toDriver(body: Of<typeof DriverBody>): NewDriver {
  return { ...listAllFields(DriverBody, body), inviteNow: body.invite_now ?? false }
}

const { invite_now: _, name, ...optional } = DriverBody.properties

export const DriverPatch = input({ name: Type.Optional(name), ...optional })

export function toDriverChange(body: Of<typeof DriverPatch>): DriverChange {
  return pickSentFields(DriverPatch, body)
}

const validity = oneOf(['ok', 'expiring', 'expired', 'missing'])

export const Compliance = record({ license: validity, dbs: validity })

export const Driver = record({
  id: Type.Integer(),
  name: Type.String(),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  license_number: nullable(Type.String()),
  license_kind: nullable(Type.String()),
  license_expires_at: nullable(moment()),
  dbs_check_kind: nullable(Type.String()),
  dbs_certificate_number: nullable(Type.String()),
  dbs_expires_at: nullable(moment()),
  status: oneOf(['not_invited', 'invited', 'active', 'removed']),
  invited_at: nullable(moment()),
  app_last_seen_at: nullable(moment()),
  compliance: Compliance,
  created_at: moment(),
  updated_at: moment(),
})

/** A driver of the roster at `now` (ms). */
function asDriver(driver: DriverRow, now: number): Of<typeof Driver> {
  return asRecord(Driver, driver, { status: findDriverStatus(driver), compliance: findCompliance(driver, now) })
}

const DriverLink = record({ url: Type.String(), expires_at: moment() })

/** The address of a driver's sign-in. The token is behind `#`, so that no server and no log receives it. */
export const DriverLinkView = defineContract(DriverLink, ({ token, expiresAt }: IssuedLink, { baseUrl }) => ({
  url: buildSignInUrl(baseUrl, 'driver', token),
  expires_at: toInstant(expiresAt),
}))

export const DriverView = defineContract(Driver, (driver: DriverRow, { now }) => asDriver(driver, now))

export const DriverPage = definePageContract(Driver, (driver: DriverRow, { now }) => asDriver(driver, now))

export const ReinviteView = defineContract(record({ id: Type.Integer(), invited: Type.Boolean() }), ({ id }: DriverRow) => ({
  id,
  invited: true,
}))
