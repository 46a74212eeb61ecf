import { connect, type Socket } from 'node:net'

/** A complete request, after which the connection stays open. */
export const keepAliveRequest = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'

/** The head of a request without its body. */
export function unfinishedPost(path: string, token: string): string {
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json']
  return [...head, 'Content-Length: 99999', '', '{'].join('\r\n')
}

/** Callers on plain sockets who send a few bytes and then wait: `using sockets = new SlowSockets(server.url)`. */
export class SlowSockets implements Disposable {
  readonly #sockets: Socket[] = []
  readonly #at: { host: string; port: number }
  #dripping: ReturnType<typeof setInterval> | undefined

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#at = { host: hostname, port: Number(port) }
  }

  /** The number of open connections. */
  get connectedCount(): number {
    return this.#sockets.filter((socket) => !socket.destroyed).length
  }

  /** Opens this many more connections and sends the text on each; resolves when all have sent it. */
  async connectAndSend(count: number, saying: string): Promise<void> {
    const arriving = Array.from({ length: count }, () => this.#arrive(saying))
    await Promise.all(arriving)
  }

  /** Sends one more letter on every connection at this interval. */
  trickle(everyMs: number): void {
    this.#dripping = setInterval(() => {
      for (const socket of this.#sockets) if (!socket.destroyed) socket.write('a')
    }, everyMs)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#dripping)
    for (const socket of this.#sockets) socket.destroy()
  }

  #arrive(saying: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.#at, () => socket.write(saying, () => resolve()))
      this.#sockets.push(socket)
      socket.on('error', reject)
      socket.resume()
    })
  }
}
