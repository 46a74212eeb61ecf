/** The result of a look at one thing, with what to do about it where there is anything to do. */
export type Finding = {
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  readonly hint: string | null
}

/** A finding that something is as it should be. */
export function ok(check: string, found: string): Finding {
  return { check, state: 'ok', found, hint: null }
}

/** A finding that something works, and that somebody should know. */
export function warn(check: string, found: string, hint: string): Finding {
  return { check, state: 'warn', found, hint }
}

/** A finding that something does not work, or will not for long. */
export function fail(check: string, found: string, hint: string): Finding {
  return { check, state: 'fail', found, hint }
}
