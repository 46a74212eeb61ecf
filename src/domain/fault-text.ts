/** The words of a fault: the message of an Error, or any other thrown value as text. */
export function findFaultMessage(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}

/** The words of a fault without its final full stop, for use inside a sentence. */
export function describeFaultClause(fault: unknown): string {
  return findFaultMessage(fault).replace(/\.$/, '')
}

/** The code by which the system or a library names a fault, such as `ENOENT`; null without one. */
export function findFaultCode(fault: unknown): string | null {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : null
}

/** The shortest reason of a fault: its code, otherwise its words. */
export function describeFault(fault: unknown): string {
  return findFaultCode(fault) ?? findFaultMessage(fault)
}

/** The message of the innermost cause of a fault. Outer ones may quote values. */
export function findInnermostMessage(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  return fault.cause === undefined ? fault.message : findInnermostMessage(fault.cause)
}
