import { connect, type Socket } from 'node:net'

/** A whole request, after which the connection stays open. */
export const keepAliveRequest = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'

/** The head of a request whose body is still to come. */
export function unfinishedPost(path: string, token: string): string {
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json']
  return [...head, 'Content-Length: 99999', '', '{'].join('\r\n')
}

/** Callers on plain sockets who say a few bytes and then take their time: `using sockets = new SlowSockets(server.url)`. */
export class SlowSockets implements Disposable {
  readonly #sockets: Socket[] = []
  readonly #at: { host: string; port: number }
  #dripping: ReturnType<typeof setInterval> | undefined

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#at = { host: hostname, port: Number(port) }
  }

  /** How many of them are still connected. */
  get connectedCount(): number {
    return this.#sockets.filter((socket) => !socket.destroyed).length
  }

  /** So many more come and say this; resolves when all of them have said it. */
  async connectAndSend(count: number, saying: string): Promise<void> {
    const arriving = Array.from({ length: count }, () => this.#arrive(saying))
    await Promise.all(arriving)
  }

  /** Everybody says one more letter every so many milliseconds. */
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
