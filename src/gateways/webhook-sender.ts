import { isIP } from 'node:net'
import type { AttemptOutcome, DeliveryError } from '../domain/delivery.ts'
import { findFaultCode } from '../domain/fault-text.ts'
import { noProxy } from './outgoing-calls.ts'
import { type Resolver, resolveHost } from './resolver.ts'
import { findTargetFault, isDialAllowed, readTargetHost, type TargetPolicy } from './webhook-target.ts'

export type Attempt = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Milliseconds in total for resolving, connecting, sending, and the response's head and body. */
  readonly timeoutMs: number
}

/**
 * Makes one attempt. `outcome` resolves with the head of the response and never rejects. `released` resolves when the
 * connection is free, at the latest at the timeout.
 */
export type Send = (attempt: Attempt) => { readonly outcome: Promise<AttemptOutcome>; readonly released: Promise<void> }

const longestResolvingMs = 2_000
const mostBodyBytes = 16_384

class Failed extends Error {
  constructor(readonly error: DeliveryError) {
    super(error)
  }
}

/** A sender that resolves a name once per attempt, connects only to checked addresses, and follows no redirect. */
export function makeSender(policy: TargetPolicy, resolve: Resolver = resolveHost): Send {
  const read = createTargetReader(policy)
  return (attempt) => {
    const startedAt = performance.now()
    const { promise: outcome, resolve: tell } = Promise.withResolvers<AttemptOutcome>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const end = (responseStatus: number | null, error: DeliveryError | null) =>
      tell({ responseStatus, error, durationMs: Math.round(performance.now() - startedAt) })

    // The attempt ends at the timeout and frees its slot, even if `fetch` ignores the abort.
    const clock = new AbortController()
    const timer = setTimeout(() => {
      end(null, 'timeout')
      clock.abort()
      release()
    }, attempt.timeoutMs)

    const make = async () => {
      try {
        const response = await postToTarget(attempt, read(attempt.url), policy, resolve, clock.signal)
        end(response.status, toStatusError(response.status))
        if (response.body !== null) await readAndDiscard(response.body)
      } catch (fault) {
        end(null, toDeliveryError(fault))
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

/** Parses each URL once, since few are used repeatedly; a forbidden one is checked again every time. */
function createTargetReader(policy: TargetPolicy): (url: string) => Target {
  const known = new Map<string, Target>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    if (findTargetFault(text, policy) !== null) throw new Failed('blocked_address')
    const url = new URL(text)
    const target = { url, host: readTargetHost(url) }
    if (known.size === mostTargets) known.clear()
    known.set(text, target)
    return target
  }
}

async function postToTarget(attempt: Attempt, target: Target, policy: TargetPolicy, resolve: Resolver, signal: AbortSignal) {
  const found = await resolveAddresses(target.host, resolve)
  signal.throwIfAborted()
  const [first, second] = chooseTwoAddresses(found.filter((address) => isDialAllowed(target.url, address, policy)))
  if (first === undefined) throw new Failed('blocked_address')
  const answer = postToAddress(first, target, attempt, signal)
  const response = await (second === undefined
    ? answer
    : answer.catch((fault) => {
        if (!isConnectionFault(fault)) throw fault
        return postToAddress(second, target, attempt, signal)
      }))
  if (response.status < 100) throw new Failed('connection_reset')
  return response
}

async function resolveAddresses(host: string, resolve: Resolver): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Failed('dns_error')), longestResolvingMs)
  const answer = resolve(host).catch(() => [])
  const found = await Promise.race([answer, tooLong]).finally(() => clearTimeout(timer))
  if (found.length === 0) throw new Failed('dns_error')
  return found
}

/** The first address, then one of the other family, since many machines can reach only one of the two. */
function chooseTwoAddresses([first, ...others]: readonly string[]): readonly (string | undefined)[] {
  return [first, others.find((other) => isIP(other) !== isIP(first ?? '')) ?? others[0]]
}

/** Posts to an address instead of a name, which could resolve to another address the second time. */
function postToAddress(address: string, { url: target, host: name }: Target, { headers, body }: Attempt, signal: AbortSignal) {
  const literal = isIP(address) === 6 ? `[${address}]` : address
  const port = target.port === '' ? '' : `:${target.port}`
  const isSecure = target.protocol === 'https:'
  return fetch(`${target.protocol}//${literal}${port}${target.pathname}${target.search}`, {
    method: 'POST',
    headers: { ...headers, Host: target.host },
    body,
    redirect: 'manual',
    decompress: false,
    // A pooled connection may be closing at the other end, which would look like a failed attempt. Without TLS the receiver is
    // on a test bench or a LAN, and a pool makes such deliveries five times as fast.
    keepalive: !isSecure,
    // The environment's proxy would connect for us.
    ...noProxy,
    signal,
    ...(isSecure
      ? { tls: isIP(name) === 0 ? { serverName: name, rejectUnauthorized: true } : { rejectUnauthorized: true } }
      : {}),
  })
}

/** Reads the body up to a limit, and closes the connection for a longer one. */
async function readAndDiscard(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader()
  for (let bytes = 0; bytes <= mostBodyBytes; ) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.byteLength
  }
  await reader.cancel()
}

function toStatusError(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'http_status'
}

function toDeliveryError(fault: unknown): DeliveryError {
  if (fault instanceof Failed) return fault.error
  if (findFaultCode(fault) === 'ETIMEDOUT') return 'timeout'
  if (isConnectionFault(fault)) return 'connection_refused'
  return /CERT|TLS|SSL|^UNABLE_TO_|^EPROTO$|^INVALID_CA$|^INVALID_PURPOSE$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/.test(
    findFaultCode(fault) ?? '',
  )
    ? 'tls_error'
    : 'connection_reset'
}

/** Whether no connection was made, so that nothing was sent. */
function isConnectionFault(fault: unknown): boolean {
  return /^(ECONNREFUSED|ConnectionRefused|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/.test(
    findFaultCode(fault) ?? '',
  )
}
