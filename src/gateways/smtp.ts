import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Message, type MessageTransport, oneLine, TransportFault } from './messages.ts'

/** `url` is `smtp://` (STARTTLS where it is offered, and without fail where a password is sent) or `smtps://`. */
export type MailServer = {
  readonly url: string
  readonly from: string
  /** A PEM file with authorities that are trusted beside the usual ones. */
  readonly caFile: string | null
}

const patienceMs = 10_000
/** Also a server that answers a little at a time is given up within the minute that a piece of work may take. */
const atMostMs = 40_000

/** A transport that hands mails to a mail server, each over a connection of its own. Throws when the PEM file cannot be read. */
export function smtpTransport(server: MailServer): MessageTransport {
  const options = connectionOf(server)
  const authority = server.caFile === null ? null : readFileSync(server.caFile, 'utf8')
  return async (message) => {
    // Loaded with the first mail: most machines that only serve never need them.
    const { createTransport } = await import('nodemailer')
    const { rootCertificates } = await import('node:tls')
    const trust = authority === null ? {} : { tls: { ca: [...rootCertificates, authority] } }
    const transport = createTransport({ ...options, ...trust })
    try {
      await within(atMostMs, transport.sendMail(mailOf(message, server.from)))
    } catch (fault) {
      throw asTransportFault(fault)
    } finally {
      transport.close()
    }
  }
}

function connectionOf({ url }: MailServer) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  const auth = username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    requireTLS: !isTls && username !== '',
    ...auth,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function mailOf({ id, recipient, subject, text }: Message, from: string) {
  const domain = /@([^\s<>@]+)/.exec(from)?.[1] ?? 'localhost'
  // The same at every try, so that a recipient who got it twice sees it once.
  const digest = createHash('sha256').update(`${recipient}\n${text}`).digest('hex').slice(0, 24)
  return {
    from,
    to: { name: '', address: oneLine(recipient) },
    subject: oneLine(subject ?? ''),
    text,
    messageId: `<${id}.${digest}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TransportFault('mail: ETIMEDOUT', false)), ms)
  try {
    return await Promise.race([work, tooSlow])
  } finally {
    clearTimeout(timer)
  }
}

/** What a server answers quotes addresses; its codes do not. A recipient refused for good will be refused tomorrow. */
function asTransportFault(fault: unknown): TransportFault {
  if (fault instanceof TransportFault) return fault
  const { code, responseCode } = (fault ?? {}) as { code?: unknown; responseCode?: unknown }
  const words = ['mail:', code, responseCode].filter((word) => typeof word === 'string' || typeof word === 'number')
  return new TransportFault(words.join(' '), code === 'EENVELOPE' && Number(responseCode) >= 500)
}
