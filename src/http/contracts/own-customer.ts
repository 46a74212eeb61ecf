import { Type } from '@sinclair/typebox'
import type { NewOwnCustomer, OwnCustomerChange } from '../../actions/people/own-customers.ts'
import { type CustomerAccount, invoicings } from '../../domain/agreement.ts'
import type { OwnCustomerRow } from '../../storage/queries/own-customers.ts'
import { defineContract } from '../contract.ts'
import { definePageContract } from '../pagination.ts'
import { email, input, moment, nullable, type Of, oneOf, pageFields, prose, record, text, whole } from '../schema.ts'
import { formatRequired } from '../validation-messages.ts'
import { refuseInvalidField } from './fault.ts'
import { asRecord, listAllFields, pickSentFields } from './fields.ts'
import { Address, AddressBody, asAddress, toAddress } from './postal-address.ts'

const name = text({ min: 1, max: 160 })

export const CustomerAccountBody = input({
  terms_days: whole({ min: 0, max: 90 }),
  po_required: Type.Optional(Type.Boolean()),
  invoice: Type.Optional(oneOf(invoicings)),
})

const rest = {
  organisation: Type.Optional(nullable(text({ max: 160 }))),
  email: Type.Optional(nullable(email())),
  phone: Type.Optional(nullable(text({ max: 24 }))),
  account: Type.Optional(nullable(CustomerAccountBody)),
  notes: Type.Optional(nullable(prose({ max: 2000 }))),
}

const PatchFields = input({ name: Type.Optional(name), ...rest })

const address = { address: Type.Optional(nullable(AddressBody)) }

export const OwnCustomerBody = input({
  from_ref: Type.Optional(text({ min: 1, max: 20 })),
  ...PatchFields.properties,
  ...address,
})

export const OwnCustomerPatch = input({ ...PatchFields.properties, ...address })

export const OwnCustomersQuery = input({ q: Type.Optional(text({ min: 2, max: 80 })), ...pageFields })

/** The text of a search for customers, or null. */
export function toCustomersFilter({ q }: Of<typeof OwnCustomersQuery>): { readonly q: string | null } {
  return { q: q ?? null }
}

/** A new customer for the action: from the ref of a trip with the other sent fields, or as entered. */
type OwnCustomerEntry =
  | { readonly fromRef: string; readonly sent: OwnCustomerChange }
  | { readonly fromRef: null; readonly entry: NewOwnCustomer }

/** A validated body for the action. Refuses `validation_failed` without a name and a ref. */
export function toOwnCustomer({ from_ref: fromRef, ...body }: Of<typeof OwnCustomerBody>): OwnCustomerEntry {
  if (fromRef !== undefined) return { fromRef, sent: toOwnCustomerChange(body) }
  if (body.name === undefined) throw refuseInvalidField('name', formatRequired('name'))
  const address = body.address == null ? null : toAddress(body.address, ['address'])
  const entry = { ...listAllFields(PatchFields, body), name: body.name, address, account: toAccount(body.account ?? null) }
  return { fromRef: null, entry }
}

export function toOwnCustomerChange(body: Of<typeof OwnCustomerPatch>): OwnCustomerChange {
  const { account, ...sent } = pickSentFields(PatchFields, body)
  return {
    ...sent,
    ...(body.address !== undefined && { address: body.address && toAddress(body.address, ['address']) }),
    ...(account !== undefined && { account: toAccount(account) }),
  }
}

function toAccount(body: Of<typeof CustomerAccountBody> | null): CustomerAccount | null {
  if (body === null) return null
  return { termsDays: body.terms_days, poRequired: body.po_required ?? false, invoice: body.invoice ?? 'each' }
}

export const Account = record({ terms_days: Type.Integer(), po_required: Type.Boolean(), invoice: oneOf(invoicings) })

const OwnCustomer = record({
  id: Type.Integer(),
  name: Type.String(),
  organisation: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  address: nullable(Address),
  account: nullable(Account),
  notes: nullable(Type.String()),
  created_at: moment(),
  updated_at: moment(),
})

/** A customer of an operator. */
function asOwnCustomer(customer: OwnCustomerRow): Of<typeof OwnCustomer> {
  const address = asAddress(customer.address)
  return asRecord(OwnCustomer, customer, { address, account: customer.account && asRecord(Account, customer.account, {}) })
}

export const OwnCustomerView = defineContract(OwnCustomer, asOwnCustomer)

export const OwnCustomerPage = definePageContract(OwnCustomer, asOwnCustomer)
