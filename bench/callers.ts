import { type Market, type Operator, termsAt } from './charabanc.ts'
import { callServer, type Running } from './process.ts'
import type { Column, Goal, Side } from './scene.ts'

/** Columns of the cost of a call, for every scene that calls a server as fast as it answers. */
export const callColumns: readonly Column[] = [
  { key: 'perSecond', title: 'req/s' },
  { key: 'cpuUs', title: 'CPU µs/req' },
  { key: 'p50Ms', title: 'p50 ms', isBrief: true },
  { key: 'p99Ms', title: 'p99 ms', isBrief: true },
  { key: 'callerBusy', title: 'caller', isBrief: true },
]

/** Goals against the earlier build, if it is measured too: calls cost no more. */
export const callsAsBefore: readonly Goal[] = [
  { against: 'before', column: 'perSecond', atLeast: 0.95 },
  { against: 'before', column: 'cpuUs', atMost: 1 / 0.95 },
]

/** A server that receives these requests in turn over this many connections. */
export function calledSide(name: string, server: Running, connections: number, requests: readonly string[]): Side {
  return {
    name,
    async turn(seconds) {
      return { ...(await callServer(server, { connections, warmUpSeconds: Math.min(0.5, seconds / 2), seconds, requests })) }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

export function getRequest({ token }: Pick<Operator, 'token'>, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: bench.test\r\nAuthorization: Bearer ${token}\r\n\r\n`
}

export function postRequest({ token }: Pick<Operator, 'token'>, path: string, body: unknown): string {
  const text = JSON.stringify(body)
  const head = `POST ${path} HTTP/1.1\r\nHost: bench.test\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`
  return `${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

/** Quotes with changing prices, so that each is a new revision; keys take turns. */
export function reviseRequests(keys: readonly Pick<Operator, 'token'>[], { quoted }: Pick<Market, 'quoted'>): string[] {
  return [64_000, 64_500, 65_000]
    .flatMap((price) => quoted.map((ref, n) => ({ ref, price: price + n })))
    .flatMap(({ ref, price }, n) => {
      const key = keys[n % keys.length]
      return key === undefined ? [] : [postRequest(key, `/api/v1/jobs/${ref}/quote`, termsAt(price))]
    })
}
