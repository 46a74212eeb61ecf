import { toInstant } from '../../domain/instant.ts'
import type { Refusal, RefusalCode, RefusalFacts } from '../../domain/refusal.ts'
import { asFieldFaults, refuseInvalidFields } from './fault.ts'

/** The body of every refusal on every surface. */
export function asRefusal(refusal: Refusal): { error: { code: RefusalCode; message: string } & Record<string, unknown> } {
  const { faults } = refusal.facts
  const { code, message, facts } = faults === undefined ? refusal : refuseInvalidFields(asFieldFaults(faults))
  return { error: { code, message, ...asFacts(facts) } }
}

/** The members beside `code` and `message`, in order. */
export function asFacts(facts: RefusalFacts): Record<string, unknown> {
  return Object.assign({}, ...(Object.keys(facts) as (keyof RefusalFacts)[]).map((key) => members[key](facts)))
}

const members: { readonly [Key in keyof Required<RefusalFacts>]: (facts: RefusalFacts) => object } = {
  currentStatus: ({ currentStatus }) => ({ current_status: currentStatus }),
  allowed: ({ allowed }) => ({ allowed }),
  notBefore: ({ notBefore = 0 }) => ({ not_before: toInstant(notBefore) }),
  allowedAt: ({ allowedAt = 0 }) => ({ allowed_at: toInstant(allowedAt) }),
  until: ({ until = 0 }) => ({ until: toInstant(until) }),
  revision: ({ revision }) => ({ revision }),
  priceAmount: ({ priceAmount }) => ({ price_amount: priceAmount }),
  currencyCode: ({ currencyCode }) => ({ currency_code: currencyCode }),
  paymentStatus: ({ paymentStatus }) => ({ payment_status: paymentStatus }),
  declineReason: ({ declineReason }) => ({ decline_reason: declineReason }),
  operators: ({ operators = [] }) => ({ operators: operators.map(({ ref, name }) => ({ operator_ref: ref, name })) }),
  missingAbility: ({ missingAbility }) => ({ missing_ability: missingAbility }),
  faults: ({ faults = [] }) => ({ fields: asFieldFaults(faults) }),
  fields: ({ fields }) => ({ fields }),
}
