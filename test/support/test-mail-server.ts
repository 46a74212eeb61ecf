import type { Server as NetServer } from 'node:net'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import type { Certificate } from './certificates.ts'

/** An email as received, head and body decoded. */
interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly head: string
  readonly text: string
  /** The HTML part; empty if there is none. */
  readonly html: string
  /** The attachments, in order. */
  readonly attachments: readonly Part[]
  /** Whether it came over an encrypted connection, and the user who had signed in to send it. */
  readonly secure: boolean
  readonly user: string | undefined
}

interface TestMailServer extends AsyncDisposable {
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** The number of connections so far. One connection can bring several emails. */
  readonly connectionCount: number
  /** The number of recipients so far, refused ones too. */
  readonly recipientCount: number
  /** Sets the answer to recipients: an SMTP status such as 450 or 550, or null to accept. */
  refuse(status: number | null): void
  /** Closes every connection. */
  hangUp(): void
}

interface MailServerOptions {
  /** With a certificate it offers STARTTLS; without one it does not. */
  readonly certificate?: Certificate
  /** The sender's account, as `user:password`; by default everybody may send. */
  readonly credentials?: string
  /** Whether it uses TLS from the first byte. */
  readonly secure?: boolean
}

/** A real SMTP server: `await using mail = await startTestMailServer({ certificate })`. */
export async function startTestMailServer({
  certificate,
  credentials,
  secure = false,
}: MailServerOptions = {}): Promise<TestMailServer> {
  const letters: ReceivedMail[] = []
  let refusal: number | null = null
  let visits = 0
  let recipients = 0
  const server = new SMTPServer({
    ...certificate,
    secure,
    hideSTARTTLS: certificate === undefined,
    authOptional: credentials === undefined,
    disabledCommands: credentials === undefined ? ['AUTH'] : [],
    onConnect(_session, done) {
      visits++
      done()
    },
    onAuth({ username = '', password = '' }, _session, done) {
      if (`${username}:${password}` === credentials) done(null, { user: username })
      else done(new Error('wrong'))
    },
    onRcptTo(address, _session, done) {
      recipients++
      done(refusal === null ? null : Object.assign(new Error(`no thanks for ${address.address}`), { responseCode: refusal }))
    },
    async onData(stream, { envelope, secure, user }, done) {
      const raw = await textOf(stream).catch(() => null)
      // The sender died while sending.
      if (raw === null) return done(new Error('unfinished'))
      const { head, parts } = partsOf(raw)
      letters.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        head,
        text: parts.find(({ type }) => type === 'text/plain')?.text ?? '',
        html: parts.find(({ type }) => type === 'text/html')?.text ?? '',
        attachments: parts.filter(({ name }) => name !== null),
        secure,
        user: typeof user === 'string' ? user : undefined,
      })
      done()
    },
  })
  server.on('error', () => {})
  const port = await listening(server.server)
  return {
    port,
    mails: letters,
    get connectionCount() {
      return visits
    },
    get recipientCount() {
      return recipients
    },
    refuse(status) {
      refusal = status
    },
    hangUp() {
      for (const connection of server.connections) connection.close()
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** A mail server that accepts every connection and never answers. */
export async function startSilentMailServer(): Promise<{ port: number; visits(): number } & AsyncDisposable> {
  const sockets = new Set<{ destroy(): void }>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  const port = await listening(server)
  return {
    port,
    visits: () => sockets.size,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function listening(server: NetServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('latin1')
}

interface Part {
  readonly type: string
  /** The name of an attachment; null for the email's own text. */
  readonly name: string | null
  readonly text: string
}

/** The head of an email, and its parts: the email itself if it has only one. */
function partsOf(raw: string): { head: string; parts: readonly Part[] } {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  const body = raw.slice(end + 4)
  const boundary = /^content-type: *multipart\/.*boundary="([^"]+)"/im.exec(head)?.[1]
  if (boundary !== undefined) {
    const inner = body.split(`--${boundary}`).slice(1, -1)
    return { head, parts: inner.flatMap((part) => partsOf(part.replace(/^\r\n/, '')).parts) }
  }
  const type = /^content-type: *([\w/]+)/im.exec(head)?.[1]?.toLowerCase() ?? 'text/plain'
  const name = /^content-disposition: *attachment;.*?filename="?([^";]+)"?/im.exec(head)?.[1] ?? null
  return { head, parts: [{ type, name, text: decoded(body, head) }] }
}

function decoded(body: string, head: string): string {
  const [, encoding = '7bit'] = /^content-transfer-encoding: *(\S+)/im.exec(head) ?? []
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  const bytes = /quoted-printable/i.test(encoding)
    ? body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
