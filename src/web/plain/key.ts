/** A fresh `Idempotency-Key`. By `getRandomValues`, because `randomUUID` is not there on plain http. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The key of one intention: kept while the same thing is sent again, new once an answer was heard or the thing has changed. */
export type Intention = {
  /** The key for sending this body now. */
  readonly keyFor: (body: unknown) => string
  /** An answer was heard, whichever it was. */
  readonly heard: () => void
}

/** An intention that begins now, as when a form opens. */
export function newIntention(): Intention {
  let key = newKey()
  let sent: string | null = null
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body) ?? ''
      if (sent !== null && sent !== text) key = newKey()
      sent = text
      return key
    },
    heard: () => {
      key = newKey()
      sent = null
    },
  }
}
