/** The result of one check, with a hint if there is something to do. */
export type Finding = {
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  readonly hint: string | null
}

/** A finding without a problem. */
export function createOkFinding(check: string, found: string): Finding {
  return { check, state: 'ok', found, hint: null }
}

/** A finding that works but needs attention. */
export function createWarnFinding(check: string, found: string, hint: string): Finding {
  return { check, state: 'warn', found, hint }
}

/** A finding that does not work, or will soon fail. */
export function createFailFinding(check: string, found: string, hint: string): Finding {
  return { check, state: 'fail', found, hint }
}
