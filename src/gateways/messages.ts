import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One mail or SMS; an SMS has no subject. */
export type Message = {
  readonly id: number
  readonly channel: 'mail' | 'sms'
  readonly recipient: string
  readonly subject: string | null
  readonly text: string
}

/** Hands a message to its carrier; what throws may be tried again, unless it is a `TransportFault` that is final. */
export type MessageTransport = (message: Message, now: number) => Promise<void>

/**
 * Why a message did not go: a reason that may be logged and kept, and so names neither recipient nor text. A final one
 * would be the same tomorrow.
 */
export class TransportFault extends Error {
  override readonly name = 'TransportFault'
  constructor(
    reason: string,
    readonly isFinal: boolean,
  ) {
    super(reason)
  }
}

/**
 * A transport for machines without mail: each message becomes one readable text file in `folder`, named so that they sort by
 * time. A file appears whole; the same message sent twice is the same file.
 */
export function folderTransport(folder: string): MessageTransport {
  return async ({ id, channel, recipient, subject, text }, now) => {
    const stamp = new Date(now).toISOString().replaceAll(':', '').replace('.', '')
    const path = join(folder, `${stamp}-${String(id).padStart(8, '0')}-${channel}.txt`)
    await mkdir(folder, { recursive: true })
    await writeFile(`${path}.part`, `To: ${oneLine(recipient)}\nSubject: ${oneLine(subject ?? '')}\n\n${text}\n`, { mode: 0o600 })
    await rename(`${path}.part`, path)
  }
}

/** A header has one line, whatever somebody has called their company. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
