import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { toWireAddress } from '../domain/email-address.ts'
import type { MailServer } from '../domain/mail-server.ts'
import { dialMailServer } from './dial-mail-server.ts'
import { joinToOneLine, type Message, type MessageTransport, TransportFault } from './messages.ts'

const patienceMs = 10_000
/** Greatest total duration (ms), also for a server that responds in small pieces, within the minute of a task. */
const atMostMs = 40_000

/** A PEM with extra authorities for a mail server; null without a file. Throws if it is unreadable. */
export function readAuthorities(path: string | null): string | null {
  return path === null ? null : readFileSync(path, 'utf8')
}

/** The server of a URL: `smtp://` (STARTTLS if it is offered, and always with a password) or `smtps://`. */
export function parseMailServer(url: string, sender: string): MailServer {
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
 * Settings of reused connections. A connection waits this long (ms) for the next email, because emails often fall due together,
 * and sends at most this many, since mail servers limit that. An email uses another connection if the server closed this one
 * first.
 */
const kept = { pool: true, maxConnections: 4, idleTimeout: 1_000, maxMessages: 50, maxRequeues: 1 } as const

/** A transport that passes emails to a mail server. `isEntered` for a server from a browser. */
export function createSmtpTransport(server: MailServer, authority: string | null, isEntered = false): MessageTransport {
  let opened: ReturnType<typeof openConnections> | null = null
  return async (message) => {
    opened ??= openConnections(server, authority, isEntered, kept)
    const signal = AbortSignal.timeout(atMostMs)
    try {
      const connections = await opened
      await connections.sendMail({ ...buildMail(message, server.sender), signal })
    } catch (fault) {
      throw signal.aborted ? new TransportFault('mail: ETIMEDOUT', false) : asTransportFault(fault)
    }
  }
}

/** Loaded with the first email, because most machines never send one from this thread. */
async function openConnections(server: MailServer, authority: string | null, isEntered: boolean, settings: object) {
  const { createTransport } = await import('nodemailer')
  const { rootCertificates } = await import('node:tls')
  const trust = authority === null ? {} : { tls: { ca: [...rootCertificates, authority] } }
  const dialled = isEntered ? { getSocket: createSocketOpener(server) } : {}
  return createTransport({ ...buildConnection(server), ...trust, ...dialled, ...settings })
}

/** A listener to nodemailer's dialogue with a server. */
type TalkListener = (entry: { readonly tnx?: string }, format: string, ...values: unknown[]) => void

type MailSending = {
  readonly atMostMs: number
  /** Whether a person entered the server in a browser, which excludes link-local addresses. */
  readonly isEntered: boolean
  readonly listener?: TalkListener
}

/** Sends one email within this many milliseconds; throws any failure. `listener` receives the dialogue with the server. */
export async function sendMail(
  server: MailServer,
  authority: string | null,
  message: Message,
  { atMostMs, isEntered, listener }: MailSending,
): Promise<void> {
  const told = listener === undefined ? {} : { transactionLog: true, logger: createTalkLogger(listener) }
  const transport = await openConnections(server, authority, isEntered, told)
  try {
    await limitMailTime(atMostMs, transport.sendMail(buildMail(message, server.sender)))
  } finally {
    transport.close()
  }
}

/** Opens the connection for nodemailer, which would resolve the name itself. */
function createSocketOpener(server: MailServer) {
  return (_: unknown, answer: (fault: Error | null, dialled?: { readonly connection: Socket }) => void) => {
    dialMailServer(server, patienceMs).then(
      (connection) => answer(null, { connection }),
      (fault) => answer(fault),
    )
  }
}

function createTalkLogger(listener: TalkListener) {
  return { level: () => {}, trace() {}, debug: listener, info: listener, warn: listener, error: listener, fatal: listener }
}

function buildConnection({ host, port, security, username, password }: MailServer) {
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

function buildMail(
  { id, queuedAt, recipient, subject, text, html, senderName, replyTo, attachments = [] }: Message,
  from: string,
) {
  const domain = /@([^\s<>@]+)/.exec(from)?.[1] ?? 'localhost'
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? null
  // The same for every try, so that a mailbox shows a repeated email once.
  const digest = createHash('sha256').update(`${recipient}\n${queuedAt}`).digest('hex').slice(0, 24)
  return {
    from:
      senderName === null && address !== null
        ? from
        : { name: joinToOneLine(senderName ?? 'Charabanc'), address: address ?? from },
    ...(replyTo !== null && { replyTo: { name: '', address: joinToOneLine(toWireAddress(replyTo)) } }),
    to: { name: '', address: joinToOneLine(toWireAddress(recipient)) },
    subject: joinToOneLine(subject ?? ''),
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

async function limitMailTime<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TransportFault('mail: ETIMEDOUT', false)), ms)
  try {
    return await Promise.race([work, tooSlow])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The fault of an email by codes alone, because a server's words quote addresses. A permanent refusal of a recipient is final.
 */
function asTransportFault(fault: unknown): TransportFault {
  if (fault instanceof TransportFault) return fault
  const { code, responseCode } = (fault ?? {}) as { code?: unknown; responseCode?: unknown }
  const words = ['mail:', code, responseCode].filter((word) => typeof word === 'string' || typeof word === 'number')
  return new TransportFault(words.join(' '), code === 'EENVELOPE' && Number(responseCode) >= 500)
}
