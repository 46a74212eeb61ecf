import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { isLinkLocal } from './addresses.ts'
import { lookUp, type Resolver } from './resolver.ts'

/** Asks the name servers, and after them whatever else the machine knows names by, such as mDNS. */
const lookUpAnyhow: Resolver = (host) =>
  lookUp(host).catch(async () => (await lookup(host, { all: true })).map(({ address }) => address))

/**
 * Connects to a mail server that a person entered in a browser, within so many milliseconds. The name is resolved once, a link-local
 * address is never dialled, and the addresses that were checked are the ones that are dialled, one after another.
 */
export async function dialMailServer(
  { host, port }: { readonly host: string; readonly port: number },
  atMostMs: number,
  resolve: Resolver = lookUpAnyhow,
): Promise<Socket> {
  const clock = AbortSignal.timeout(atMostMs)
  const found = isIP(host) === 0 ? await untilAborted(resolve(host), clock) : [host]
  const allowed = found.filter((address) => !isLinkLocal(address))
  if (allowed.length === 0) throw faultOf('ELINKLOCAL', `${host} is a link-local address, or its name leads to one.`)
  let fault: unknown
  for (const address of allowed) {
    try {
      return await dial(address, port, clock)
    } catch (why) {
      fault = why
      if (clock.aborted) break
    }
  }
  throw fault
}

function dial(host: string, port: number, clock: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port })
  const { promise: connected, resolve, reject } = Promise.withResolvers<Socket>()
  socket.once('connect', () => resolve(socket))
  socket.once('error', reject)
  return untilAborted(connected, clock).catch((fault) => {
    socket.destroy()
    throw fault
  })
}

async function untilAborted<T>(work: Promise<T>, clock: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(faultOf('ETIMEDOUT', 'Connection timeout'))
  clock.addEventListener('abort', stop)
  try {
    if (clock.aborted) stop()
    return await Promise.race([work, aborted])
  } finally {
    clock.removeEventListener('abort', stop)
  }
}

function faultOf(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
