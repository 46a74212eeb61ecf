import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { wireAddress } from '../domain/email-address.ts'
import type { MailServer } from '../domain/mail-server.ts'
import { dialMailServer } from './dial-mail-server.ts'
import { type Message, type MessageTransport, oneLine, TransportFault } from './messages.ts'

const patienceMs = 10_000
/** Also a server that answers a little at a time is given up within the minute that a piece of work may take. */
const atMostMs = 40_000

/** A PEM with authorities that vouch for a mail server beside the usual ones; null without a file. Throws when it cannot be read. */
export function authorityIn(path: string | null): string | null {
  return path === null ? null : readFileSync(path, 'utf8')
}

/** The server of a URL: `smtp://` (STARTTLS where it is offered, and without fail where a password is sent) or `smtps://`. */
export function mailServerAt(url: string, sender: string): MailServer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  const isAnonymous = username === ''
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    security: isTls ? 'tls' : isAnonymous ? 'none' : 'starttls',
    username: isAnonymous ? null : decodeURIComponent(username),
    password: isAnonymous ? null : decodeURIComponent(password),
    sender,
  }
}

/**
 * A connection that has sent an email waits this long (ms) for the next one, because emails often fall due together. It sends so many
 * at most, since mail servers limit that. An email is sent over another connection if the server closed this one before it began.
 */
const kept = { pool: true, maxConnections: 4, idleTimeout: 1_000, maxMessages: 50, maxRequeues: 1 } as const

/** A transport that hands emails to a mail server. `isEntered` for a server that was entered in a browser. */
export function smtpTransport(server: MailServer, authority: string | null, isEntered = false): MessageTransport {
  let opened: ReturnType<typeof openConnections> | null = null
  return async (message) => {
    opened ??= openConnections(server, authority, isEntered, kept)
    const signal = AbortSignal.timeout(atMostMs)
    try {
      const connections = await opened
      await connections.sendMail({ ...mailOf(message, server.sender), signal })
    } catch (fault) {
      throw signal.aborted ? new TransportFault('mail: ETIMEDOUT', false) : asTransportFault(fault)
    }
  }
}

/** Loaded with the first email: most machines that only serve never need it. */
async function openConnections(server: MailServer, authority: string | null, isEntered: boolean, settings: object) {
  const { createTransport } = await import('nodemailer')
  const { rootCertificates } = await import('node:tls')
  const trust = authority === null ? {} : { tls: { ca: [...rootCertificates, authority] } }
  const dialled = isEntered ? { getSocket: socketBy(server) } : {}
  return createTransport({ ...connectionOf(server), ...trust, ...dialled, ...settings })
}

/** A listener to nodemailer's talk with a server. */
type TalkListener = (entry: { readonly tnx?: string }, format: string, ...values: unknown[]) => void

type MailSending = {
  readonly atMostMs: number
  /** Whether a person entered the server in a browser: it is then not reached by a link-local address. */
  readonly isEntered: boolean
  readonly listener?: TalkListener
}

/** Hands over one mail within so many milliseconds; throws whatever went wrong. `listener` hears the talk with the server. */
export async function sendMail(
  server: MailServer,
  authority: string | null,
  message: Message,
  { atMostMs, isEntered, listener }: MailSending,
): Promise<void> {
  const told = listener === undefined ? {} : { transactionLog: true, logger: loggerOf(listener) }
  const transport = await openConnections(server, authority, isEntered, told)
  try {
    await within(atMostMs, transport.sendMail(mailOf(message, server.sender)))
  } finally {
    transport.close()
  }
}

/** Opens the connection for nodemailer, which would resolve the name itself. */
function socketBy(server: MailServer) {
  return (_: unknown, answer: (fault: Error | null, dialled?: { readonly connection: Socket }) => void) => {
    dialMailServer(server, patienceMs).then(
      (connection) => answer(null, { connection }),
      (fault) => answer(fault),
    )
  }
}

function loggerOf(listener: TalkListener) {
  return { level: () => {}, trace() {}, debug: listener, info: listener, warn: listener, error: listener, fatal: listener }
}

function connectionOf({ host, port, security, username, password }: MailServer) {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ...(username !== null && { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function mailOf({ id, queuedAt, recipient, subject, text, html, senderName, replyTo, attachments = [] }: Message, from: string) {
  const domain = /@([^\s<>@]+)/.exec(from)?.[1] ?? 'localhost'
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? null
  // The same at every try, so that a recipient who got it twice sees it once.
  const digest = createHash('sha256').update(`${recipient}\n${queuedAt}`).digest('hex').slice(0, 24)
  return {
    from: senderName === null && address !== null ? from : { name: oneLine(senderName ?? 'Charabanc'), address: address ?? from },
    ...(replyTo !== null && { replyTo: { name: '', address: oneLine(wireAddress(replyTo)) } }),
    to: { name: '', address: oneLine(wireAddress(recipient)) },
    subject: oneLine(subject ?? ''),
    text,
    ...(html !== null && { html }),
    attachments: attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content: typeof content === 'string' ? content : Buffer.from(content),
    })),
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

/** A fault by codes alone: a server's words quote addresses. A recipient refused for good will be refused tomorrow. */
function asTransportFault(fault: unknown): TransportFault {
  if (fault instanceof TransportFault) return fault
  const { code, responseCode } = (fault ?? {}) as { code?: unknown; responseCode?: unknown }
  const words = ['mail:', code, responseCode].filter((word) => typeof word === 'string' || typeof word === 'number')
  return new TransportFault(words.join(' '), code === 'EENVELOPE' && Number(responseCode) >= 500)
}
