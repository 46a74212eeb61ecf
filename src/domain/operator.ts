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
