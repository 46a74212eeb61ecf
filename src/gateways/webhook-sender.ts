import { isIP } from 'node:net'
import type { AttemptOutcome, DeliveryError } from '../domain/delivery.ts'
import { codeOf } from '../domain/fault-text.ts'
import { noProxy } from './outgoing-calls.ts'
import { lookUp, type Resolver } from './resolver.ts'
import { faultOfTarget, hostOf, mayDial, type TargetPolicy } from './webhook-target.ts'

export type Attempt = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Milliseconds for everything together: resolving, connecting, sending, the answer's head and body. */
  readonly timeoutMs: number
}

/**
 * Makes one attempt. `outcome` comes with the head of the answer and never rejects; `released` when the connection is given back,
 * because the body was read or dropped, at the latest when the time is over.
 */
export type Send = (attempt: Attempt) => { readonly outcome: Promise<AttemptOutcome>; readonly released: Promise<void> }

const longestResolvingMs = 2_000
const mostBodyBytes = 16_384

class Failed extends Error {
  constructor(readonly error: DeliveryError) {
    super(error)
  }
}

/** A sender that resolves a name once per attempt, dials only what was checked, and follows no one anywhere else. */
export function makeSender(policy: TargetPolicy, resolve: Resolver = lookUp): Send {
  const read = readerOfTargets(policy)
  return (attempt) => {
    const startedAt = performance.now()
    const { promise: outcome, resolve: tell } = Promise.withResolvers<AttemptOutcome>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const end = (responseStatus: number | null, error: DeliveryError | null) =>
      tell({ responseStatus, error, durationMs: Math.round(performance.now() - startedAt) })

    // Whatever `fetch` makes of the abort: when the time is over this attempt has ended and its place is free.
    const clock = new AbortController()
    const timer = setTimeout(() => {
      end(null, 'timeout')
      clock.abort()
      release()
    }, attempt.timeoutMs)

    const make = async () => {
      try {
        const response = await answerTo(attempt, read(attempt.url), policy, resolve, clock.signal)
        end(response.status, errorOfStatus(response.status))
        if (response.body !== null) await drain(response.body)
      } catch (fault) {
        end(null, errorOf(fault))
        clock.abort()
      } finally {
        clearTimeout(timer)
        release()
      }
    }
    void make()
    return { outcome, released }
  }
}

type Target = { readonly url: URL; readonly host: string }

const mostTargets = 1_000

/** Reads each URL once, since the same few are sent to all day; one that may not be sent to is looked at again every time. */
function readerOfTargets(policy: TargetPolicy): (url: string) => Target {
  const known = new Map<string, Target>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (faultOfTarget(text, policy) !== null) throw new Failed('blocked_address')
    const url = new URL(text)
    const target = { url, host: hostOf(url) }
    if (known.size === mostTargets) known.clear()
    known.set(text, target)
    return target
  }
}

async function answerTo(attempt: Attempt, target: Target, policy: TargetPolicy, resolve: Resolver, signal: AbortSignal) {
  const found = await addressesOf(target.host, resolve)
  signal.throwIfAborted()
  const [first, second] = inOrder(found.filter((address) => mayDial(target.url, address, policy)))
  if (first === undefined) throw new Failed('blocked_address')
  const answer = dial(first, target, attempt, signal)
  const response = await (second === undefined
    ? answer
    : answer.catch((fault) => {
        if (!noAnswer(fault)) throw fault
        return dial(second, target, attempt, signal)
      }))
  if (response.status < 100) throw new Failed('connection_reset')
  return response
}

async function addressesOf(host: string, resolve: Resolver): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Failed('dns_error')), longestResolvingMs)
  const answer = resolve(host).catch(() => [])
  const found = await Promise.race([answer, tooLong]).finally(() => clearTimeout(timer))
  if (found.length === 0) throw new Failed('dns_error')
  return found
}

/** The first address, then one of the other family, since a machine often has a way out for only one of the two. */
function inOrder([first, ...others]: readonly string[]): readonly (string | undefined)[] {
  return [first, others.find((other) => isIP(other) !== isIP(first ?? '')) ?? others[0]]
}

/** Posts to an address and not to a name, so that no one resolves the name a second time and finds something else. */
function dial(address: string, { url: target, host: name }: Target, { headers, body }: Attempt, signal: AbortSignal) {
  const literal = isIP(address) === 6 ? `[${address}]` : address
  const port = target.port === '' ? '' : `:${target.port}`
  const isSecure = target.protocol === 'https:'
  return fetch(`${target.protocol}//${literal}${port}${target.pathname}${target.search}`, {
    method: 'POST',
    headers: { ...headers, Host: target.host },
    body,
    redirect: 'manual',
    decompress: false,
    // A connection from a pool may just be closing at the far end, which would look like a failed attempt. Without TLS a receiver
    // is as near as a test bench or a LAN, and a pool makes such deliveries five times as fast.
    keepalive: !isSecure,
    // The environment's proxy would dial for us.
    ...noProxy,
    signal,
    ...(isSecure
      ? { tls: isIP(name) === 0 ? { serverName: name, rejectUnauthorized: true } : { rejectUnauthorized: true } }
      : {}),
  })
}

/** Reads the body so far as is polite, and hangs up on a longer one. */
async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  for (let bytes = 0; bytes <= mostBodyBytes; ) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.byteLength
  }
  await reader.cancel()
}

function errorOfStatus(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'http_status'
}

function errorOf(fault: unknown): DeliveryError {
  if (fault instanceof Failed) return fault.error
  if (codeOf(fault) === 'ETIMEDOUT') return 'timeout'
  if (noAnswer(fault)) return 'connection_refused'
  return /CERT|TLS|SSL|^UNABLE_TO_|^EPROTO$|^INVALID_CA$|^INVALID_PURPOSE$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/.test(
    codeOf(fault) ?? '',
  )
    ? 'tls_error'
    : 'connection_reset'
}

/** No connection came about, so that not a byte was sent. */
function noAnswer(fault: unknown): boolean {
  return /^(ECONNREFUSED|ConnectionRefused|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/.test(
    codeOf(fault) ?? '',
  )
}
