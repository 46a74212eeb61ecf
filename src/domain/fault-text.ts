/** The words of a fault: the message of an Error, and whatever else was thrown as a text. */
export function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}

/** The words of a fault without the full stop at their end, to stand inside a sentence. */
export function clauseOf(fault: unknown): string {
  return messageOf(fault).replace(/\.$/, '')
}

/** The code by which the system or a library names a fault, such as `ENOENT`; null without one. */
export function codeOf(fault: unknown): string | null {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : null
}

/** The shortest reason of a fault: its code, else its words. */
export function reasonOf(fault: unknown): string {
  return codeOf(fault) ?? messageOf(fault)
}

/** The message of the innermost cause of a fault. Outer ones may quote values. */
export function innermostOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  return fault.cause === undefined ? fault.message : innermostOf(fault.cause)
}
