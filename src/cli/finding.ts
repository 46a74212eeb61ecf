/** The result of a look at one thing, with what to do about it where there is anything to do. */
export type Finding = {
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  readonly hint: string | null
}

/** It is as it should be. */
export function ok(check: string, found: string): Finding {
  return { check, state: 'ok', found, hint: null }
}

/** It works, and somebody should know. */
export function warn(check: string, found: string, hint: string): Finding {
  return { check, state: 'warn', found, hint }
}

/** It does not work, or will not for long. */
export function fail(check: string, found: string, hint: string): Finding {
  return { check, state: 'fail', found, hint }
}
