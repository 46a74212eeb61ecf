import type { Socket } from 'bun'

/** Writes data to a socket, as much at a time as the socket accepts. */
export class BufferedSocketWriter {
  #socket: Socket<unknown> | null = null
  #waiting = Buffer.alloc(0)

  open(socket: Socket<unknown>): void {
    this.#socket = socket
    this.drain()
  }

  write(bytes: Uint8Array): void {
    this.#waiting = Buffer.concat([this.#waiting, bytes])
    this.drain()
  }

  drain(): void {
    if (this.#socket === null || this.#waiting.length === 0) return
    this.#waiting = this.#waiting.subarray(Math.max(0, this.#socket.write(this.#waiting)))
  }

  end(): void {
    this.#socket?.end()
  }
}
