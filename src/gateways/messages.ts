import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One mail or SMS; an SMS has no subject. */
export type Message = {
  readonly id: number
  readonly channel: 'mail' | 'sms'
  readonly recipient: string
  readonly subject: string | null
  readonly text: string
}

/** Hands a message to whoever delivers it; what throws may be tried again. */
export type Courier = (message: Message, now: number) => Promise<void>

/**
 * A courier for machines without mail: each message becomes one readable text file in `folder`, named so that they sort by
 * time. A file appears whole; the same message sent twice is the same file.
 */
export function folderCourier(folder: string): Courier {
  return async ({ id, channel, recipient, subject, text }, now) => {
    const stamp = new Date(now).toISOString().replaceAll(':', '').replace('.', '')
    const path = join(folder, `${stamp}-${String(id).padStart(8, '0')}-${channel}.txt`)
    await writeFile(`${path}.part`, `To: ${recipient}\nSubject: ${subject ?? ''}\n\n${text}\n`, { mode: 0o600 })
    await rename(`${path}.part`, path)
  }
}
