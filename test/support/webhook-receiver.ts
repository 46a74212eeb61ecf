import { createHmac } from 'node:crypto'
import type { Socket } from 'bun'
import { eventually } from './eventually.ts'
import { type OperatorClient, ok } from './market.ts'

/** The behaviour of a webhook receiver: a status (also later, or on a signal), no answer, a dropped connection, or a redirect. */
export type ReceiverBehaviour =
  | number
  | 'hang'
  | 'reset'
  | { readonly redirectTo: string }
  | { readonly afterMs: number; readonly status: number }
  | { readonly after: Promise<unknown>; readonly status: number }

/** One request as it was received. */
export interface ReceivedRequest {
  /** The time at which it was complete, as `performance.now()`. */
  readonly at: number
  readonly path: string
  readonly requestLine: string
  /** Names and values as sent, in order. */
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
  readonly event: string
  readonly delivery: string
  readonly timestamp: number
  readonly signature: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any request
  readonly json: any
}

/** A subscription to a path of a receiver. */
export interface ReceiverSubscription {
  readonly id: number
  readonly secret: string
  readonly path: string
}

type Wire = { heard: Buffer; answered: Promise<void> }

/** A back office on a real socket, with the exact bytes of each request: `using receiver = startWebhookReceiver()`. */
export class WebhookReceiver implements Disposable {
  readonly received: ReceivedRequest[] = []
  readonly #open = new Map<string, number>()
  readonly #mostOpen = new Map<string, number>()
  readonly #behaviours = new Map<string, ReceiverBehaviour[]>()
  readonly #listener = Bun.listen<Wire>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: (socket) => {
        socket.data = { heard: Buffer.alloc(0), answered: Promise.resolve() }
      },
      data: (socket, bytes) => this.#hear(socket, bytes),
      error: () => {},
    },
  })

  get port(): number {
    return this.#listener.port
  }

  /** The settings that allow the server under test to deliver here. */
  get env(): Record<string, string> {
    return { CHARABANC_WEBHOOK_ALLOW_HTTP: '1', CHARABANC_WEBHOOK_ALLOW: `127.0.0.1:${this.port}` }
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`
  }

  /** Sets the answers to a path one after another; the last one holds for the rest. Default: 204. */
  answer(path: string, ...behaviours: ReceiverBehaviour[]): void {
    this.#behaviours.set(path, behaviours)
  }

  /** The requests to a path, oldest first. */
  at(path: string): ReceivedRequest[] {
    return this.received.filter((hit) => hit.path === path)
  }

  /** The highest number of requests to a path that waited for an answer together. */
  mostWaitingAtOnce(path: string): number {
    return this.#mostOpen.get(path) ?? 0
  }

  /** The number of requests to a path that wait for an answer now. */
  open(path: string): number {
    return this.#open.get(path) ?? 0
  }

  /** The requests to a path when this many have arrived; fails if more arrive within the next moment. */
  async exactly(count: number, path: string): Promise<ReceivedRequest[]> {
    await this.atLeast(count, path)
    // No signal shows that no more requests arrive.
    await Bun.sleep(150)
    const came = this.at(path)
    if (came.length !== count) throw new Error(`${count} requests were expected at ${path}, but ${came.length} came`)
    return came
  }

  /** The requests to a path when at least this many have arrived. */
  async atLeast(count: number, path: string): Promise<ReceivedRequest[]> {
    await eventually(() => this.at(path).length >= count)
    return this.at(path)
  }

  /** Subscribes an operator's desk to a path. */
  async subscribe(
    desk: OperatorClient,
    path: string,
    events: readonly string[] = ['job.offered'],
  ): Promise<ReceiverSubscription> {
    const made = ok(await desk.post('/webhooks', { label: `to ${path}`, endpoint_url: this.url(path), events }))
    return { id: made.id, secret: made.secret, path }
  }

  [Symbol.dispose](): void {
    this.#listener.stop(true)
  }

  #hear(socket: Socket<Wire>, bytes: Uint8Array): void {
    const wire = socket.data
    const isHandshake = wire.heard.length === 0 && bytes[0] === 0x16
    if (isHandshake) return void socket.end('HTTP/1.1 400 Speak HTTP\r\n\r\n')
    wire.heard = Buffer.concat([wire.heard, bytes])
    for (;;) {
      const end = wire.heard.indexOf('\r\n\r\n')
      if (end < 0) return
      const [requestLine = '', ...lines] = wire.heard.subarray(0, end).toString('latin1').split('\r\n')
      const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const)
      const length = Number(named(headers, 'content-length') || 0)
      if (wire.heard.length < end + 4 + length) return
      const text = wire.heard.subarray(end + 4, end + 4 + length).toString('utf8')
      wire.heard = wire.heard.subarray(end + 4 + length)
      const hit = hitOf(requestLine, headers, text)
      this.received.push(hit)
      this.#count(hit.path, 1)
      wire.answered = wire.answered.then(() => this.#answer(socket, hit.path))
    }
  }

  async #answer(socket: Socket<Wire>, path: string): Promise<void> {
    const behaviours = this.#behaviours.get(path) ?? [204]
    const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? 204
    if (behaviour === 'hang') return
    // A slow receiver.
    if (typeof behaviour === 'object' && 'afterMs' in behaviour) await Bun.sleep(behaviour.afterMs)
    if (typeof behaviour === 'object' && 'after' in behaviour) await behaviour.after
    this.#count(path, -1)
    if (behaviour === 'reset') socket.terminate()
    else socket.write(answerOf(behaviour))
  }

  #count(path: string, change: 1 | -1): void {
    const open = this.open(path) + change
    this.#open.set(path, open)
    this.#mostOpen.set(path, Math.max(open, this.mostWaitingAtOnce(path)))
  }
}

export function startWebhookReceiver(): WebhookReceiver {
  return new WebhookReceiver()
}

/** Whether a request is signed with this secret, computed from the received bytes with another library than the sender's. */
export function isSigned(hit: ReceivedRequest, secret: string): boolean {
  return hit.signature === `sha256=${createHmac('sha256', secret).update(`${hit.timestamp}.${hit.text}`).digest('hex')}`
}

function hitOf(requestLine: string, headers: ReceivedRequest['headers'], text: string): ReceivedRequest {
  return {
    at: performance.now(),
    path: requestLine.split(' ')[1] ?? '',
    requestLine,
    headers,
    text,
    event: named(headers, 'x-service-event'),
    delivery: named(headers, 'x-service-delivery'),
    timestamp: Number(named(headers, 'x-service-timestamp')),
    signature: named(headers, 'x-service-signature'),
    json: JSON.parse(text),
  }
}

function named(headers: ReceivedRequest['headers'], name: string): string {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? ''
}

function answerOf(behaviour: Exclude<ReceiverBehaviour, 'hang' | 'reset'>): string {
  if (typeof behaviour === 'object' && 'redirectTo' in behaviour) {
    return `HTTP/1.1 307 Elsewhere\r\nLocation: ${behaviour.redirectTo}\r\nContent-Length: 0\r\n\r\n`
  }
  const status = typeof behaviour === 'number' ? behaviour : behaviour.status
  return status === 204 ? 'HTTP/1.1 204 Heard\r\n\r\n' : `HTTP/1.1 ${status} Heard\r\nContent-Length: 2\r\n\r\nok`
}
