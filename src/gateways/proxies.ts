import { parseHeaderMembers, unquoteText } from '../domain/header-list.ts'
import { isInside, plainAddress } from './addresses.ts'

/**
 * The address of the real caller behind proxies: the right-most one of `X-Forwarded-For` that is no trusted proxy. It is in
 * canonical form, without the zone of a link-local one. Only the part of the header from trusted proxies counts.
 */
export function findCallerBehindProxies(peer: string, forwardedFor: string | null, trusted: readonly string[]): string {
  const isTrusted = (address: string) => trusted.some((network) => isInside(address, network))
  const hops = parseHeaderMembers(forwardedFor).map(parseHopAddress)
  let caller = plainAddress(peer.replace(/%.*$/, ''))
  for (const hop of hops.reverse()) {
    if (!isTrusted(caller) || hop === null) return caller
    caller = hop
  }
  return caller
}

/** The address of a hop, without the port that some proxies add; null if it is invalid. */
function parseHopAddress(hop: string): string | null {
  const text = unquoteText(hop)
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(text)?.[1] ?? text
  return /^[0-9a-fA-F.:]{2,45}$/.test(bare) ? plainAddress(bare) : null
}
