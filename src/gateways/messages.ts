import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wireAddress } from '../domain/email-address.ts'

/** A file that goes along with a mail; its name has no path in it. */
export type Attachment = { readonly name: string; readonly type: string; readonly content: string | Uint8Array }

/** One mail or SMS; an SMS has neither subject nor HTML. */
export type Message = {
  readonly id: number
  /** Instant (ms) at which it was queued. With its id it is the same message, however often it is sent. */
  readonly queuedAt: number
  readonly channel: 'mail' | 'sms'
  readonly recipient: string
  /** Country (ISO 3166) of a recipient's phone number without a country code. */
  readonly phoneCountries: readonly string[]
  readonly subject: string | null
  readonly text: string
  /** The words of `text` once more, as HTML. */
  readonly html: string | null
  /** The name it comes under; null for the one that the server is set up with. */
  readonly senderName: string | null
  /** Address that an answer goes to; null for back to the sender. */
  readonly replyTo: string | null
  readonly attachments?: readonly Attachment[]
}

/** Hands a message to its carrier; what throws may be tried again, unless it is a `TransportFault` that is final. */
export type MessageTransport = (message: Message, now: number) => Promise<void>

/**
 * The error of a message that did not go. Its reason may be logged and kept, and so names neither recipient nor text. A
 * final one would be the same tomorrow.
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
 * time, with what goes along beside it. A file appears whole; the same message sent twice is the same file.
 */
export function folderTransport(folder: string): MessageTransport {
  return async ({ id, channel, recipient, subject, text, attachments = [] }, now) => {
    const stamp = new Date(now).toISOString().replaceAll(':', '').replace('.', '')
    const name = join(folder, `${stamp}-${String(id).padStart(8, '0')}-${channel}`)
    const path = `${name}.txt`
    await mkdir(folder, { recursive: true })
    for (const attached of attachments) await writeFile(`${name}-${attached.name}`, attached.content, { mode: 0o600 })
    await writeFile(`${path}.part`, `To: ${oneLine(wireAddress(recipient))}\nSubject: ${oneLine(subject ?? '')}\n\n${text}\n`, {
      mode: 0o600,
    })
    await rename(`${path}.part`, path)
  }
}

/** A header has one line, whatever somebody has called their company. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
