import { perCentFrom, typedPerCent } from '../plain/per-cent.ts'
import { orNull } from '../plain/words.ts'
import type { Records } from '../portal/api/records.ts'
import { addressBodyOf, type TypedAddress, typedAddress } from '../portal/form/typed-address.ts'

type TermsHolder = Records['Operator']

/** An operator's terms as they stand in the form. */
export type TypedTerms = {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly licence: string
  readonly address: TypedAddress
  readonly commission: string
  readonly status: TermsHolder['status']
}

/** The terms as they are now. */
export function typedTerms(operator: TermsHolder): TypedTerms {
  return {
    name: operator.name,
    phone: operator.phone ?? '',
    email: operator.email ?? '',
    licence: operator.operator_licence ?? '',
    address: typedAddress(operator.address, operator.timezone),
    commission: typedPerCent(operator.commission_bps),
    status: operator.status,
  }
}

function wanted(typed: TypedTerms) {
  return {
    name: typed.name.trim(),
    phone: orNull(typed.phone),
    email: orNull(typed.email),
    operator_licence: orNull(typed.licence),
    address: addressBodyOf(typed.address),
    ...commissionOf(typed),
    status: typed.status,
  }
}

function commissionOf({ commission }: TypedTerms) {
  const commission_bps = perCentFrom(commission)
  return commission_bps === null ? {} : { commission_bps }
}

/** The typed terms that differ from those of now, and only these: the rest may be somebody else's to change. */
export function changedTerms(operator: TermsHolder, typed: TypedTerms): Records['TermsInput'] {
  const before = new Map<string, unknown>(Object.entries(wanted(typedTerms(operator))))
  const isChanged = (field: string, value: unknown) => JSON.stringify(before.get(field)) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(wanted(typed)).filter(([field, value]) => isChanged(field, value)))
}

/** The fields that were typed since these were sent. */
export function typedSince(now: Partial<TypedTerms>, sent: Partial<TypedTerms>): Partial<TypedTerms> {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => sent[name as keyof TypedTerms] !== value))
}
