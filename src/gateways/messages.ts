import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toWireAddress } from '../domain/email-address.ts'

/** An attachment of an email; its name contains no path. */
export type Attachment = { readonly name: string; readonly type: string; readonly content: string | Uint8Array }

/** One email or SMS; an SMS has neither subject nor HTML. */
export type Message = {
  readonly id: number
  /** Instant (ms) at which it was queued. With its id it identifies the message at every try. */
  readonly queuedAt: number
  readonly channel: 'mail' | 'sms'
  readonly recipient: string
  /** Country (ISO 3166) of a recipient's phone number without a country code. */
  readonly phoneCountries: readonly string[]
  readonly subject: string | null
  readonly text: string
  /** The words of `text` as HTML. */
  readonly html: string | null
  /** The sender name; null for the server's own. */
  readonly senderName: string | null
  /** Address for answers; null for the sender's address. */
  readonly replyTo: string | null
  readonly attachments?: readonly Attachment[]
}

/** Sends a message. Any error can be retried, except a final `TransportFault`. */
export type MessageTransport = (message: Message, now: number) => Promise<void>

/**
 * The error of a message that was not sent. Its reason may be logged and stored, so it contains neither recipient nor text. A
 * retry cannot fix a final error.
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
 * A transport for machines without email. Each message becomes one readable text file in `folder`, with a name that sorts by
 * time and its attachments beside it. A file appears whole; a repeated message is the same file.
 */
export function createFolderTransport(folder: string): MessageTransport {
  return async ({ id, channel, recipient, subject, text, attachments = [] }, now) => {
    const stamp = new Date(now).toISOString().replaceAll(':', '').replace('.', '')
    const name = join(folder, `${stamp}-${String(id).padStart(8, '0')}-${channel}`)
    const path = `${name}.txt`
    await mkdir(folder, { recursive: true })
    for (const attached of attachments) await writeFile(`${name}-${attached.name}`, attached.content, { mode: 0o600 })
    await writeFile(
      `${path}.part`,
      `To: ${joinToOneLine(toWireAddress(recipient))}\nSubject: ${joinToOneLine(subject ?? '')}\n\n${text}\n`,
      {
        mode: 0o600,
      },
    )
    await rename(`${path}.part`, path)
  }
}

/** A header must be one line, even with a line break in a company's name. */
export function joinToOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
