import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** The reach of an address: `private` is opened by network, `forbidden` only for an exact host and port. */
export type AddressClass = 'public' | 'private' | 'forbidden'

type Address = ReturnType<typeof ipaddr.parse>

/** Networks for use inside a site. All other non-public ones lead to this machine, to its link or nowhere. */
const privateRanges = new Set<string>(['private', 'carrierGradeNat', 'uniqueLocal'])

/** Addresses of a cloud's hypervisor among public or private ones. */
const metadata = ['168.63.129.16', '100.100.100.200', 'fd00:ec2:0:0:0:0:0:254', 'fd20:ce:0:0:0:0:0:254', 'fd00:42:0:0:0:0:0:42']

/** The part of IPv6 for public addresses. Its `protocols` are reserved (with Teredo, ORCHID, benchmarks). */
const publicIpv6 = '2000::/3'
const protocols = '2001::/23'

/** Facts about a text, cached because few addresses are used repeatedly. */
type Known = { readonly canonical: string; readonly plain: string; readonly reach: AddressClass }

const remembered = new Map<string, Known>()
const mostRemembered = 1_000

const ownForMs = 5_000
let own: { readonly addresses: ReadonlySet<string>; readonly until: number } = {
  addresses: new Set(),
  until: Number.NEGATIVE_INFINITY,
}

/** The reach of an address, independent of this machine. A text that is not a plain IP address is forbidden. */
export function findReach(text: string): AddressClass {
  return findKnownAddress(text).reach
}

/**
 * Whether an address reaches only this machine's link or a cloud's metadata, in any spelling of IPv6 and with the name of an
 * interface. False for a text that is no address.
 */
export function isLinkLocal(text: string): boolean {
  const address = parseAddress(text.replace(/%.*$/, ''))
  if (address === null) return false
  return [address, ...listEmbedded(address)].some(
    (one) => one.range() === 'linkLocal' || metadata.includes(one.toNormalizedString()),
  )
}

/** The IPv4 addresses that an IPv6 address leads to: mapped, compatible, translated (RFC 6052) or by 6to4. */
function listEmbedded(address: Address): Address[] {
  if (address.kind() === 'ipv4') return []
  const bytes = address.toByteArray()
  const isAtEnd = bytes.slice(0, 10).every((byte) => byte === 0) || address.range() === 'rfc6052' || address.range() === 'rfc6145'
  const is6to4 = address.range() === '6to4'
  return [...(isAtEnd ? [bytes.slice(12)] : []), ...(is6to4 ? [bytes.slice(2, 6)] : [])].map((four) => new ipaddr.IPv4(four))
}

/** Whether an address is in a network, written as a CIDR, of the same IP version. */
export function isInside(text: string, network: string): boolean {
  const address = parseAddress(text)
  const [base, bits] = ipaddr.parseCIDR(network)
  return address !== null && address.kind() === base.kind() && address.match([base, bits])
}

/** Whether an address belongs to this machine; changes of its interfaces are noticed within five seconds. */
export function isOwnAddress(text: string): boolean {
  if (performance.now() >= own.until) {
    const found = Object.values(networkInterfaces()).flatMap((many) => many ?? [])
    own = { addresses: new Set(found.map(({ address }) => canonicalAddress(address))), until: performance.now() + ownForMs }
  }
  return own.addresses.has(canonicalAddress(text))
}

/** One spelling for each address; any other text is unchanged. */
export function canonicalAddress(text: string): string {
  return findKnownAddress(text).canonical
}

/** One spelling for each address, with IPv4 in its own notation even if it was written as an IPv6 address. */
export function plainAddress(text: string): string {
  return findKnownAddress(text).plain
}

function findKnownAddress(text: string): Known {
  const before = remembered.get(text)
  if (before !== undefined) return before
  const address = parseAddress(text)
  const found: Known =
    address === null
      ? { canonical: text, plain: text, reach: 'forbidden' }
      : { canonical: address.toNormalizedString(), plain: formatUnmapped(address), reach: findReachOfAddress(address) }
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(text, found)
  return found
}

function formatUnmapped(address: Address): string {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
  return (isMapped ? address.toIPv4Address() : address).toNormalizedString()
}

function findReachOfAddress(address: Address): AddressClass {
  if (metadata.includes(address.toNormalizedString())) return 'forbidden'
  const range = address.range()
  if (privateRanges.has(range)) return 'private'
  if (range !== 'unicast') return 'forbidden'
  if (address.kind() === 'ipv4') return 'public'
  return address.match(ipaddr.parseCIDR(publicIpv6)) && !address.match(ipaddr.parseCIDR(protocols)) ? 'public' : 'forbidden'
}

function parseAddress(text: string): Address | null {
  return isIP(text) === 0 || text.includes('%') ? null : ipaddr.parse(text)
}
