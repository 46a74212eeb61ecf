import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { isLinkLocal } from './addresses.ts'
import { type Resolver, resolveHost } from './resolver.ts'

/** Queries the name servers, and then any other name service of the machine, such as mDNS. */
const lookUpWithFallback: Resolver = (host) =>
  resolveHost(host).catch(async () => (await lookup(host, { all: true })).map(({ address }) => address))

/**
 * Connects to a mail server that a person entered in a browser, within this many milliseconds. The name is resolved once, a
 * link-local address is never used, and only the checked addresses are tried, one after another.
 */
export async function dialMailServer(
  { host, port }: { readonly host: string; readonly port: number },
  atMostMs: number,
  resolve: Resolver = lookUpWithFallback,
): Promise<Socket> {
  const clock = AbortSignal.timeout(atMostMs)
  const found = isIP(host) === 0 ? await limitByAbort(resolve(host), clock) : [host]
  const allowed = found.filter((address) => !isLinkLocal(address))
  if (allowed.length === 0) throw createDialFault('ELINKLOCAL', `${host} is a link-local address, or its name leads to one.`)
  let fault: unknown
  for (const address of allowed) {
    try {
      return await connectMailHost(address, port, clock)
    } catch (why) {
      fault = why
      if (clock.aborted) break
    }
  }
  throw fault
}

function connectMailHost(host: string, port: number, clock: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port })
  const { promise: connected, resolve, reject } = Promise.withResolvers<Socket>()
  socket.once('connect', () => resolve(socket))
  socket.once('error', reject)
  return limitByAbort(connected, clock).catch((fault) => {
    socket.destroy()
    throw fault
  })
}

async function limitByAbort<T>(work: Promise<T>, clock: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(createDialFault('ETIMEDOUT', 'Connection timeout'))
  clock.addEventListener('abort', stop)
  try {
    if (clock.aborted) stop()
    return await Promise.race([work, aborted])
  } finally {
    clock.removeEventListener('abort', stop)
  }
}

function createDialFault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
