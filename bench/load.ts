import type { Socket } from 'bun'

// The caller: a separate process, so that neither the server nor the bench waits for it. It reads an order from stdin, sends
// requests over kept connections, one at a time on each, and prints the result.

export interface LoadOrder {
  /** Ports of nodes that answer alike: a caller's requests go from one to the next. */
  readonly ports: readonly number[]
  /** The number of concurrent callers, each with a connection to each node. */
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
  /** Complete requests, sent in turn. */
  readonly requests: readonly string[]
  /** The pause of each caller after an answer (ms). */
  readonly pauseMs?: number
  /** Whether each caller makes one request only: the run then ends with the last answer, whatever the seconds. */
  readonly isOnce?: boolean
}

export interface LoadReport {
  readonly answers: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly worstMs: number
  /** The size of the last answer, head and body. */
  readonly bytes: number
  /** The share of a core that the caller itself used. Near 1, the caller was measured and not the server. */
  readonly callerBusy: number
}

/** A running call. `awaited` is 0 until the head has arrived, and -1 if only the last chunk shows the end of the answer. */
type Call = { sentAt: number; heard: Buffer[]; end: Buffer; size: number; awaited: number }

/** A caller with one call at a time. */
type Caller = { readonly sockets: Socket[]; turn: number; call: Call }

const lastChunk = '0\r\n\r\n'

const order: LoadOrder = await Bun.stdin.json()
const requests = order.requests.map((text) => Buffer.from(text))
const pauseMs = order.pauseMs ?? 0
let next = 0
let isCounting = order.isOnce === true
let times: number[] = []
let bytes = 0
let left = order.isOnce ? order.connections : Number.POSITIVE_INFINITY
let standing = order.connections
const over = Promise.withResolvers<void>()
/** Resolves at the first answer. On a busy machine a short time may pass without one, and there is no figure before. */
const counted = Promise.withResolvers<void>()
/** Resolves at SIGTERM: the bench may end the run early. */
const told = Promise.withResolvers<void>()
process.on('SIGTERM', () => told.resolve())

const connected = Promise.all(Array.from({ length: order.connections }, connect))
if (!order.isOnce) {
  await connected
  await Bun.sleep(order.warmUpSeconds * 1_000)
}
process.stdout.write('measuring\n')
const startedAt = performance.now()
const before = process.cpuUsage()
if (order.isOnce) await over.promise
else {
  times = []
  isCounting = true
  await Promise.race([Promise.all([Bun.sleep(order.seconds * 1_000), counted.promise]), told.promise])
}
isCounting = false
left = 0
const elapsedMs = performance.now() - startedAt
const used = process.cpuUsage(before)
process.stdout.write(`${JSON.stringify(report())}\n`)
await over.promise
process.exit(0)

function report(): LoadReport {
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {
    answers: times.length,
    perSecond: (times.length * 1_000) / elapsedMs,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    worstMs: at(1),
    bytes,
    callerBusy: (used.user + used.system) / 1_000 / elapsedMs,
  }
}

async function connect(): Promise<void> {
  const caller: Caller = { sockets: [], turn: 0, call: callNow() }
  const socket = {
    data: (_: Socket, chunk: Buffer) => hear(caller, chunk),
    close: () => fail('the server hung up'),
    error: (_: Socket, fault: Error) => fail(String(fault)),
  }
  for (const port of order.ports) caller.sockets.push(await Bun.connect({ hostname: '127.0.0.1', port, socket }))
  ask(caller)
}

function callNow(): Call {
  return { sentAt: performance.now(), heard: [], end: Buffer.alloc(0), size: 0, awaited: 0 }
}

function ask(caller: Caller): void {
  if (left-- <= 0) {
    if (--standing === 0) over.resolve()
    return
  }
  const request = requests[next++ % requests.length] as Buffer
  caller.call = callNow()
  caller.sockets[caller.turn++ % caller.sockets.length]?.write(request)
}

/** Reads an answer until as many bytes have arrived as its head announced; it reads nothing else of it. */
function hear(caller: Caller, chunk: Buffer): void {
  const { call } = caller
  if (call.awaited === 0) {
    call.heard.push(Buffer.from(chunk))
    const text = Buffer.concat(call.heard)
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = text.toString('latin1', 0, end)
    if (!head.startsWith('HTTP/1.1 200')) fail(text.toString('utf8'))
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    call.awaited = length === undefined ? -1 : end + 4 + Number(length)
    call.size = text.length
  } else call.size += chunk.length
  call.end = Buffer.concat([call.end, chunk]).subarray(-lastChunk.length)
  const isWhole = call.awaited < 0 ? call.end.toString('latin1') === lastChunk : call.size >= call.awaited
  if (!isWhole) return
  if (isCounting) {
    times.push(performance.now() - call.sentAt)
    counted.resolve()
  }
  bytes = call.size
  if (pauseMs > 0) setTimeout(ask, pauseMs, caller)
  else ask(caller)
}

function fail(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
