import { Type } from '@sinclair/typebox'
import { type AccountTerms, type NewOperator, usualDepositBps } from '../../actions/office/operators.ts'
import { isTimezone } from '../../domain/instant.ts'
import { isCurrency } from '../../domain/money.ts'
import { findOperatorStatus, operatorStatuses } from '../../domain/operator.ts'
import type { Operator as OperatorRow } from '../../storage/queries/operators.ts'
import { defineContract } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { email, input, moment, nullable, type Of, oneOf, record, text, whole } from '../schema.ts'
import { type FieldFaults, refuseInvalidFields } from './fault.ts'
import { asRecord, listAllFields, pickSentFields } from './fields.ts'
import { Address, AddressBody, asAddress, toAddress } from './postal-address.ts'

const bps = Type.Optional(whole({ min: 0, max: 10_000 }))
const optionalOperatorText = (max: number) => Type.Optional(nullable(text({ max })))

const AccountFields = input({
  name: text({ min: 1, max: 160 }),
  currency_code: text({ min: 3, max: 3 }),
  timezone: text({ min: 1, max: 64 }),
  operator_licence: optionalOperatorText(80),
  phone: optionalOperatorText(24),
  email: Type.Optional(nullable(email())),
  commission_bps: bps,
  deposit_bps: bps,
})

export const OperatorBody = input({
  ...AccountFields.properties,
  address: Type.Optional(nullable(AddressBody)),
  admin_email: Type.Optional(nullable(email())),
  admin_name: Type.Optional(nullable(text({ min: 1, max: 160 }))),
})

/** A validated body for the action. Refuses `validation_failed` for an unknown currency or time zone. */
export function toOperator(body: Of<typeof OperatorBody>, closingHours: number): NewOperator {
  const faults: FieldFaults = {
    ...(!isCurrency(body.currency_code) && { currency_code: ['The currency_code field must be an ISO 4217 code.'] }),
    ...(!isTimezone(body.timezone) && { timezone: ['The timezone field must be an IANA time zone.'] }),
  }
  if (Object.keys(faults).length > 0) throw refuseInvalidFields(faults)
  const { admin_email, admin_name, commission_bps: commissionBps = 0, deposit_bps: depositBps = usualDepositBps } = body
  const admin = admin_email == null ? null : { email: admin_email, name: admin_name ?? admin_email }
  const address = body.address == null ? null : toAddress(body.address, ['address'])
  return { ...listAllFields(AccountFields, body), address, commissionBps, depositBps, closingHours, admin }
}

const TermsFields = input({
  name: Type.Optional(text({ min: 1, max: 160 })),
  phone: optionalOperatorText(24),
  email: Type.Optional(nullable(email())),
  operator_licence: optionalOperatorText(80),
  commission_bps: bps,
})

export const TermsBody = input({
  ...TermsFields.properties,
  address: Type.Optional(nullable(AddressBody)),
  status: Type.Optional(oneOf(operatorStatuses)),
})

export function toAccountTerms({ status, address, ...fields }: Of<typeof TermsBody>): AccountTerms {
  return {
    ...pickSentFields(TermsFields, fields),
    ...(address !== undefined && { address: address && toAddress(address, ['address']) }),
    ...(status !== undefined && { isSuspended: status === 'suspended' }),
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
  address: nullable(Address),
  commission_bps: Type.Integer(),
  deposit_bps: Type.Integer(),
  status: oneOf(operatorStatuses),
  created_at: moment(),
  updated_at: moment(),
})

/** An account for the platform. */
function asOperatorAccount(operator: OperatorRow): Of<typeof Operator> {
  return asRecord(Operator, operator, {
    operator_ref: operator.ref,
    address: asAddress(operator.address),
    status: findOperatorStatus(operator),
  })
}

export const OperatorView = defineContract(Operator, ({ operator }: { readonly operator: OperatorRow }) =>
  asOperatorAccount(operator),
)

export const OperatorPage = definePageContract(Operator, asOperatorAccount)
