import { membersOf, unquoted } from '../domain/header-list.ts'
import { isInside, plain } from './addresses.ts'

/**
 * The address of the real caller when proxies stand between: the right-most one of `X-Forwarded-For` that is no trusted
 * proxy. It is in the one spelling of each address, and without the zone of a link-local one. The header is believed
 * only as far as trusted hands wrote it; from anybody else it counts for nothing.
 */
export function callerBehind(peer: string, forwardedFor: string | null, trusted: readonly string[]): string {
  const isTrusted = (address: string) => trusted.some((network) => isInside(address, network))
  const hops = membersOf(forwardedFor).map(addressIn)
  let caller = plain(peer.replace(/%.*$/, ''))
  for (const hop of hops.reverse()) {
    if (!isTrusted(caller) || hop === null) return caller
    caller = hop
  }
  return caller
}

/** Some proxies write a port beside the address; a hop that is no address is null. */
function addressIn(hop: string): string | null {
  const text = unquoted(hop)
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(text)?.[1] ?? text
  return /^[0-9a-fA-F.:]{2,45}$/.test(bare) ? plain(bare) : null
}
