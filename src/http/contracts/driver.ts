import { type TSchema, Type } from '@sinclair/typebox'
import type { NewDriver } from '../../actions/drivers/drivers.ts'
import type { DriverChange } from '../../actions/drivers/portal-drivers.ts'
import { type IssuedLink, signInUrl } from '../../actions/people/sign-in-links.ts'
import { compliance, dbsCheckKinds, driverStatus } from '../../domain/driver.ts'
import { toInstant } from '../../domain/instant.ts'
import type { DriverRow } from '../../storage/queries/drivers.ts'
import { contract } from '../contract.ts'
import { pageContract } from '../pagination.ts'
import { email, input, instant, moment, nullable, type Of, oneOf, pageFields, record, text } from '../schema.ts'
import { allFields, asRecord, sentFields } from './fields.ts'

const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema))

export const DriversQuery = input(pageFields)

export const DriverBody = input({
  name: text({ min: 1, max: 160 }),
  email: maybe(email()),
  phone: maybe(text({ min: 1, max: 24 })),
  license_number: maybe(text({ max: 80 })),
  license_kind: maybe(text({ max: 40 })),
  license_expires_at: maybe(instant()),
  dbs_check_kind: maybe(oneOf(dbsCheckKinds)),
  dbs_certificate_number: maybe(text({ max: 64 })),
  dbs_expires_at: maybe(instant()),
  invite_now: Type.Optional(Type.Boolean()),
})

/** A validated body as the action takes it. */
export function toDriver(body: Of<typeof DriverBody>): NewDriver {
  return { ...allFields(DriverBody, body), inviteNow: body.invite_now ?? false }
}

const { invite_now: _, name, ...optional } = DriverBody.properties

export const DriverPatch = input({ name: Type.Optional(name), ...optional })

/** The change that a body asks for: only what was sent. */
export function toDriverChange(body: Of<typeof DriverPatch>): DriverChange {
  return sentFields(DriverPatch, body)
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

/** A driver as the roster shows them at `now` (ms). */
function asDriver(driver: DriverRow, now: number): Of<typeof Driver> {
  return asRecord(Driver, driver, { status: driverStatus(driver), compliance: compliance(driver, now) })
}

const DriverLink = record({ url: Type.String(), expires_at: moment() })

/** The address of a driver's sign-in: the token stands behind `#`, where no server and no log ever sees it. */
export const DriverLinkView = contract(DriverLink, ({ token, expiresAt }: IssuedLink, { baseUrl }) => ({
  url: signInUrl(baseUrl, 'driver', token),
  expires_at: toInstant(expiresAt),
}))

export const DriverView = contract(Driver, (driver: DriverRow, { now }) => asDriver(driver, now))

export const DriverPage = pageContract(Driver, (driver: DriverRow, { now }) => asDriver(driver, now))

export const ReinviteView = contract(record({ id: Type.Integer(), invited: Type.Boolean() }), ({ id }: DriverRow) => ({
  id,
  invited: true,
}))
