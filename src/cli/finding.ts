/** What a look at one thing came to, with what to do about it where there is anything to do. */
export type Finding = {
  readonly check: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly found: string
  readonly mend: string | null
}

/** It is as it should be. */
export function fine(check: string, found: string): Finding {
  return { check, state: 'ok', found, mend: null }
}

/** It works, and somebody should know. */
export function doubtful(check: string, found: string, mend: string): Finding {
  return { check, state: 'warn', found, mend }
}

/** It does not work, or will not for long. */
export function broken(check: string, found: string, mend: string): Finding {
  return { check, state: 'fail', found, mend }
}
