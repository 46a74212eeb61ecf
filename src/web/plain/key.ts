/** Makes an `Idempotency-Key`. Uses `getRandomValues`, because plain http has no `randomUUID`. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The key of one intention: the same for repeated sending, new after a response or a changed body. */
export type Intention = {
  readonly keyFor: (body: unknown) => string
  /** Records a response of any kind. */
  readonly noteAnyAnswer: () => void
}

/** Starts an intention, for example when a form opens. */
export function createIntention(): Intention {
  let key = createKey()
  let sent: string | null = null
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body) ?? ''
      if (sent !== null && sent !== text) key = createKey()
      sent = text
      return key
    },
    noteAnyAnswer: () => {
      key = createKey()
      sent = null
    },
  }
}
