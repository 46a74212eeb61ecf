import { isIP } from 'node:net'
import type { AttemptOutcome, DeliveryError } from '../domain/delivery.ts'
import { lookUp, type Resolver } from './resolver.ts'
import { faultOfTarget, hostOf, mayDial, type TargetPolicy } from './webhook-target.ts'

export type Attempt = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** For everything together: resolving, connecting, sending, the answer's head and body. */
  readonly timeoutMs: number
}

/**
 * Makes one attempt. `outcome` comes with the head of the answer and never rejects; `released` when the connection is given back,
 * because the body was read or dropped, at the latest when the time is over.
 */
export type Send = (attempt: Attempt) => { readonly outcome: Promise<AttemptOutcome>; readonly released: Promise<void> }

const longestResolvingMs = 2_000
const mostBodyBytes = 16_384

/** Not in the types of `fetch`, and the only way to keep it from asking the environment for a proxy, which would dial for us. */
const noProxy = false as unknown as string

class Failed extends Error {
  constructor(readonly error: DeliveryError) {
    super(error)
  }
}

/** A sender that resolves a name once per attempt, dials only what was checked, and follows nobody anywhere else. */
export function makeSender(policy: TargetPolicy, resolve: Resolver = lookUp): Send {
  return (attempt) => {
    const startedAt = performance.now()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const clock = new AbortController()
    const timer = setTimeout(() => clock.abort(), attempt.timeoutMs)
    const done = () => {
      clearTimeout(timer)
      release()
    }
    const ended = (responseStatus: number | null, error: DeliveryError | null): AttemptOutcome => {
      return { responseStatus, error, durationMs: Math.round(performance.now() - startedAt) }
    }

    const outcome = answerTo(attempt, policy, resolve, clock.signal).then(
      (response) => {
        void drain(response).finally(done)
        return ended(response.status, errorOfStatus(response.status))
      },
      (fault) => {
        done()
        return ended(null, errorOf(fault, clock.signal))
      },
    )
    return { outcome, released }
  }
}

async function answerTo(attempt: Attempt, policy: TargetPolicy, resolve: Resolver, signal: AbortSignal): Promise<Response> {
  if (faultOfTarget(attempt.url, policy) !== null) throw new Failed('blocked_address')
  const target = new URL(attempt.url)
  const open = (await addressesOf(hostOf(target), resolve, signal)).filter((address) => mayDial(target, address, policy))
  const [first, second] = inOrder(open)
  if (first === undefined) throw new Failed('blocked_address')
  try {
    return await dial(first, target, attempt, signal)
  } catch (fault) {
    if (second === undefined || !nobodyAnswered(fault)) throw fault
    return await dial(second, target, attempt, signal)
  }
}

async function addressesOf(host: string, resolve: Resolver, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Failed('dns_error')), longestResolvingMs)
  signal.addEventListener('abort', () => reject(new Failed('timeout')), { once: true })
  const answer = resolve(host).catch(() => [])
  const found = await Promise.race([answer, tooLong]).finally(() => clearTimeout(timer))
  if (found.length === 0) throw new Failed('dns_error')
  return found
}

/** The first address, then one of the other family, since a machine often has a way out for only one of the two. */
function inOrder([first, ...others]: readonly string[]): readonly (string | undefined)[] {
  return [first, others.find((other) => isIP(other) !== isIP(first ?? '')) ?? others[0]]
}

/** Posts to an address and not to a name, so that nobody resolves the name a second time and finds something else. */
function dial(address: string, target: URL, { headers, body }: Attempt, signal: AbortSignal): Promise<Response> {
  const literal = isIP(address) === 6 ? `[${address}]` : address
  const port = target.port === '' ? '' : `:${target.port}`
  const isSecure = target.protocol === 'https:'
  const name = hostOf(target)
  return fetch(`${target.protocol}//${literal}${port}${target.pathname}${target.search}`, {
    method: 'POST',
    headers: { ...headers, Host: target.host },
    body,
    redirect: 'manual',
    decompress: false,
    // A connection from a pool may just be closing at the far end, which would look like a failed attempt. Without TLS a receiver
    // is as near as a laboratory or a LAN, and a pool makes such deliveries five times as fast.
    keepalive: !isSecure,
    proxy: noProxy,
    signal,
    ...(isSecure
      ? { tls: isIP(name) === 0 ? { serverName: name, rejectUnauthorized: true } : { rejectUnauthorized: true } }
      : {}),
  })
}

/** Reads the body so far as is polite; what goes wrong there changes nothing any more. */
async function drain(response: Response): Promise<void> {
  if (response.body === null) return
  const reader = response.body.getReader()
  try {
    for (let bytes = 0; bytes <= mostBodyBytes; ) {
      const { done, value } = await reader.read()
      if (done) return
      bytes += value.byteLength
    }
    await reader.cancel()
  } catch {}
}

function errorOfStatus(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'http_status'
}

function errorOf(fault: unknown, signal: AbortSignal): DeliveryError {
  if (fault instanceof Failed) return fault.error
  if (signal.aborted) return 'timeout'
  if (nobodyAnswered(fault)) return 'connection_refused'
  return /CERT|TLS|SSL|^UNABLE_TO_|^EPROTO$|^INVALID_CA$|^INVALID_PURPOSE$|^PATH_LENGTH_EXCEEDED$|^HOSTNAME_MISMATCH$/.test(
    codeOf(fault),
  )
    ? 'tls_error'
    : 'connection_reset'
}

/** No connection came about, so that not a byte was sent. */
function nobodyAnswered(fault: unknown): boolean {
  return /^(ECONNREFUSED|ConnectionRefused|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/.test(
    codeOf(fault),
  )
}

function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : ''
}
