import { formatTypedPerCent, parsePerCent } from '../plain/per-cent.ts'
import { toNullIfEmpty } from '../plain/words.ts'
import type { Records } from '../portal/api/records.ts'
import { buildAddressBody, type TypedAddress, toTypedAddress } from '../portal/form/typed-address.ts'

type TermsHolder = Records['Operator']

/** The typed values of an operator's terms. */
export type TypedTerms = {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly licence: string
  readonly address: TypedAddress
  readonly commission: string
  readonly status: TermsHolder['status']
}

/** The form values of the current terms. */
export function toTypedTerms(operator: TermsHolder): TypedTerms {
  return {
    name: operator.name,
    phone: operator.phone ?? '',
    email: operator.email ?? '',
    licence: operator.operator_licence ?? '',
    address: toTypedAddress(operator.address, operator.timezone),
    commission: formatTypedPerCent(operator.commission_bps),
    status: operator.status,
  }
}

function buildTermsBody(typed: TypedTerms) {
  return {
    name: typed.name.trim(),
    phone: toNullIfEmpty(typed.phone),
    email: toNullIfEmpty(typed.email),
    operator_licence: toNullIfEmpty(typed.licence),
    address: buildAddressBody(typed.address),
    ...buildCommission(typed),
    status: typed.status,
  }
}

function buildCommission({ commission }: TypedTerms) {
  const commission_bps = parsePerCent(commission)
  return commission_bps === null ? {} : { commission_bps }
}

/** The changed terms only, because other people may change the rest. */
export function listChangedTerms(operator: TermsHolder, typed: TypedTerms): Records['TermsInput'] {
  const before = new Map<string, unknown>(Object.entries(buildTermsBody(toTypedTerms(operator))))
  const isChanged = (field: string, value: unknown) => JSON.stringify(before.get(field)) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(buildTermsBody(typed)).filter(([field, value]) => isChanged(field, value)))
}

/** The fields that were typed after sending. */
export function findTypedSince(now: Partial<TypedTerms>, sent: Partial<TypedTerms>): Partial<TypedTerms> {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => sent[name as keyof TypedTerms] !== value))
}
