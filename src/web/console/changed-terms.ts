import type { Records } from '../office/api/records.ts'
import { buildBody } from '../office/form/body.ts'
import { readLimits } from '../office/form/limits.ts' with { type: 'macro' }
import type { TypedBody } from '../office/form/typed.ts'

type ChangedTerms = Records['TermsInput']

/** The typed values of an operator's terms. */
export type TypedTerms = TypedBody<ChangedTerms>

/** The limits of an operator's terms. */
export const termsLimits = readLimits('TermsInput')

/** The changed terms only, because other people may change the rest. */
export function listChangedTerms(operator: TypedTerms, typed: TypedTerms): ChangedTerms {
  const before = new Map(Object.entries(buildBody(operator, termsLimits)))
  const isChanged = (field: string, value: unknown) => JSON.stringify(before.get(field)) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(buildBody(typed, termsLimits)).filter(([field, value]) => isChanged(field, value)))
}

/** The fields that were typed after sending. */
export function findTypedSince(now: TypedTerms, sent: TypedTerms): TypedTerms {
  const before = new Map<string, unknown>(Object.entries(sent))
  return Object.fromEntries(Object.entries(now).filter(([field, value]) => before.get(field) !== value))
}
