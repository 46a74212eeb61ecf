import { Type } from '@sinclair/typebox'
import { type NewOperator, usualDepositBps } from '../../actions/operators.ts'
import { isTimezone, toInstant } from '../../domain/instant.ts'
import { isCurrency } from '../../domain/money.ts'
import type { Operator as OperatorRow } from '../../storage/queries/operators.ts'
import { contract } from '../contract.ts'
import { pageContract } from '../pagination.ts'
import { email, input, nullable, type Of, record, text, whole } from '../schema.ts'
import { type FieldFaults, invalidFields } from './fault.ts'

const bps = Type.Optional(whole({ min: 0, max: 10_000 }))
const maybeText = (max: number) => Type.Optional(nullable(text({ max })))

export const OperatorBody = input({
  name: text({ min: 1, max: 160 }),
  currency_code: text({ min: 3, max: 3 }),
  timezone: text({ min: 1, max: 64 }),
  operator_licence: maybeText(80),
  phone: maybeText(24),
  email: Type.Optional(nullable(email())),
  commission_bps: bps,
  deposit_bps: bps,
  admin_email: Type.Optional(nullable(email())),
  admin_name: Type.Optional(nullable(text({ min: 1, max: 160 }))),
})

/** A validated body as the action takes it. Refuses `validation_failed` for a currency or time zone that does not exist. */
export function toOperator(body: Of<typeof OperatorBody>, closingHours: number): NewOperator {
  const faults: FieldFaults = {
    ...(!isCurrency(body.currency_code) && { currency_code: ['The currency_code field must be an ISO 4217 code.'] }),
    ...(!isTimezone(body.timezone) && { timezone: ['The timezone field must be an IANA time zone.'] }),
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  return {
    name: body.name,
    currencyCode: body.currency_code,
    timezone: body.timezone,
    operatorLicence: body.operator_licence ?? null,
    phone: body.phone ?? null,
    email: body.email ?? null,
    commissionBps: body.commission_bps ?? 0,
    depositBps: body.deposit_bps ?? usualDepositBps,
    closingHours,
    admin: body.admin_email == null ? null : { email: body.admin_email, name: body.admin_name ?? body.admin_email },
  }
}

export const Operator = record({
  operator_ref: Type.String(),
  name: Type.String(),
  currency_code: Type.String(),
  timezone: Type.String(),
  operator_licence: nullable(Type.String()),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  commission_bps: Type.Integer(),
  deposit_bps: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
})

/** An account as the platform sees it. */
function asOperator(operator: OperatorRow): Of<typeof Operator> {
  return {
    operator_ref: operator.ref,
    name: operator.name,
    currency_code: operator.currencyCode,
    timezone: operator.timezone,
    operator_licence: operator.operatorLicence,
    phone: operator.phone,
    email: operator.email,
    commission_bps: operator.commissionBps,
    deposit_bps: operator.depositBps,
    created_at: toInstant(operator.createdAt),
    updated_at: toInstant(operator.updatedAt),
  }
}

export const OperatorView = contract(Operator, ({ operator }: { readonly operator: OperatorRow }) => asOperator(operator))

export const OperatorPage = pageContract(Operator, asOperator)
