export const operatorStatuses = [
  /** As it was opened. The marketplace suspends it. */
  'active',
  /** Asked for no more quotes, until the marketplace makes it active again. */
  'suspended',
] as const

type OperatorStatus = (typeof operatorStatuses)[number]

/** Whether the marketplace has stopped asking an operator. */
export function isSuspended({ suspendedAt }: { readonly suspendedAt: number | null }): boolean {
  return suspendedAt !== null
}

export function statusOfOperator(operator: { readonly suspendedAt: number | null }): OperatorStatus {
  return isSuspended(operator) ? 'suspended' : 'active'
}

/** An operator's own details that customers and drivers need, under the words for them. */
type OwnContact = { readonly phone: string | null; readonly email: string | null; readonly operatorLicence: string | null }

/** The details that an operator has not entered yet: without a phone number customers and drivers cannot call it. */
export function missingContact({ phone, email, operatorLicence }: OwnContact): readonly string[] {
  return [
    ...(phone === null ? ['phone number'] : []),
    ...(email === null ? ['email address'] : []),
    ...(operatorLicence === null ? ['operator licence'] : []),
  ]
}
