export const operatorStatuses = [
  /** Active. The marketplace can suspend it. */
  'active',
  /** Receives no offers until the marketplace activates it again. */
  'suspended',
] as const

type OperatorStatus = (typeof operatorStatuses)[number]

export function isSuspended({ suspendedAt }: { readonly suspendedAt: number | null }): boolean {
  return suspendedAt !== null
}

export function findOperatorStatus(operator: { readonly suspendedAt: number | null }): OperatorStatus {
  return isSuspended(operator) ? 'suspended' : 'active'
}

/** An operator's own details for customers and drivers, by their labels. */
type OwnContact = { readonly phone: string | null; readonly email: string | null; readonly operatorLicence: string | null }

/** The details that an operator has not entered yet. */
export function listMissingContact({ phone, email, operatorLicence }: OwnContact): readonly string[] {
  return [
    ...(phone === null ? ['phone number'] : []),
    ...(email === null ? ['email address'] : []),
    ...(operatorLicence === null ? ['operator licence'] : []),
  ]
}
