import type { Socket } from 'node:net'
import { createServer } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/** A server that sends exactly the given bytes, valid or not. */
export interface Receiver extends AsyncDisposable {
  readonly port: number
  /** The host and port as a URL and an allow list write them. */
  readonly authority: string
  /** The requests so far: head and body as they were received. */
  readonly heard: string[]
  /** The number of connections made, and of those still open. */
  readonly connections: { made: number; open: number }
  /** The server names that callers requested in the handshake (TLS only). */
  readonly names: (string | null)[]
}

export interface ReceiverOptions {
  readonly host?: '127.0.0.1' | '::1'
  readonly tls?: TlsOptions
  /** Answers the first bytes that arrive, whether they are a request or not. */
  readonly isRash?: true
}

/** Opens a receiver on a free port; `answer` is called with each complete request and may do anything. */
export async function openReceiver(
  answer: (socket: Socket, request: string) => void,
  options: ReceiverOptions = {},
): Promise<Receiver> {
  const { host = '127.0.0.1', tls, isRash = false } = options
  const heard: string[] = []
  const names: (string | null)[] = []
  const sockets = new Set<Socket>()
  const connections = { made: 0, open: 0 }

  const listen = (socket: Socket) => {
    connections.made++
    connections.open++
    sockets.add(socket)
    let text = ''
    socket.on('error', () => {})
    socket.on('close', () => {
      connections.open--
      sockets.delete(socket)
    })
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      const request = isRash ? text : wholeRequest(text)
      if (request === null) return
      text = ''
      heard.push(Buffer.from(request, 'latin1').toString())
      answer(socket, request)
    })
  }
  const server = tls
    ? createTlsServer(tls, (socket) => {
        names.push(typeof socket.servername === 'string' ? socket.servername : null)
        listen(socket)
      })
    : createServer(listen)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    authority: `${host === '::1' ? '[::1]' : host}:${port}`,
    heard,
    connections,
    names,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** An answer without a body. */
export function emptyResponse(status: string, ...headers: string[]): string {
  return [`HTTP/1.1 ${status}`, ...headers, 'Content-Length: 0', '', ''].join('\r\n')
}

/** Writes as fast as the other side reads, up to `mostBytes`, and counts into `written`. */
export function writeUpTo(socket: Socket, chunk: string | Uint8Array, mostBytes: number, written: { bytes: number }): void {
  const more = () => {
    while (!socket.destroyed && written.bytes < mostBytes) {
      written.bytes += chunk.length
      if (!socket.write(chunk)) return
    }
  }
  socket.on('drain', more)
  more()
}

function wholeRequest(text: string): string | null {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return null
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
  return text.length >= head + 4 + length ? text : null
}
