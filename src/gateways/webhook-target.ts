import { isIP } from 'node:net'
import { faultAt, type InputFault } from '../domain/refusal.ts'
import type { Allowed } from '../domain/subscription.ts'
import { canonicalAddress, findReach, isInside, isOwnAddress } from './addresses.ts'

/** The machine owner's policy for the targets of deliveries. */
export type TargetPolicy = { readonly allowHttp: boolean; readonly allow: Allowed }

const longestUrl = 2_048
/** The endpoints of each list, read once. */
const listed = new WeakMap<Allowed, ReadonlySet<string>>()

const insideNames = /^(.+\.)?localhost$|\.(local|internal)$/

/** Null if the text of the URL permits deliveries, otherwise the fault of `endpointUrl`. */
export function findTargetFault(url: string, policy: TargetPolicy): InputFault | null {
  const path = ['endpointUrl']
  if ([...url].length > longestUrl) return faultAt(path, 'mostCharacters', { most: longestUrl })
  if (!isPlain(url)) return faultAt(path, 'url')
  const target = new URL(url)
  if (target.protocol !== 'https:' && !(policy.allowHttp && target.protocol === 'http:')) {
    return faultAt(path, 'webScheme', { allowsHttp: policy.allowHttp })
  }
  if (readUrlAuthority(url).includes('@')) return faultAt(path, 'noUser')
  if (url.includes('#')) return faultAt(path, 'noFragment')
  if (target.port === '0') return faultAt(path, 'port')
  return isRefusedByName(target, policy) ? faultAt(path, 'publicAddress') : null
}

/** Whether a connection for `target` may be made to `address`, from the resolution of its name. */
export function isDialAllowed(target: URL, address: string, policy: TargetPolicy): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const port = findTargetPort(target)
  if (isAllowedEndpoint(readTargetHost(target), port, policy) || isAllowedEndpoint(canonicalAddress(address), port, policy))
    return true
  if (isOwnAddress(address)) return false
  const reach = findReach(address)
  return reach === 'public' || (reach === 'private' && policy.allow.networks.some((network) => isInside(address, network)))
}

/** The host of a target for a resolver, without brackets and without a final dot. */
export function readTargetHost(target: URL): string {
  const { hostname } = target
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')
}

function isRefusedByName(target: URL, policy: TargetPolicy): boolean {
  const host = readTargetHost(target)
  if (isIP(host) !== 0) return !isDialAllowed(target, host, policy)
  return insideNames.test(host) && !isAllowedEndpoint(host, findTargetPort(target), policy)
}

function isAllowedEndpoint(host: string, port: number, { allow }: TargetPolicy): boolean {
  if (allow.endpoints.length === 0) return false
  const known = listed.get(allow) ?? new Set(allow.endpoints.map(normalizeEndpoint))
  listed.set(allow, known)
  return known.has(`${canonicalAddress(host)} ${port}`)
}

/** `[0::1]:08443` → `0:0:0:0:0:0:0:1 8443`: the form of a URL's host, for comparison. */
function normalizeEndpoint(endpoint: string): string {
  const colon = endpoint.lastIndexOf(':')
  const host = `http://${endpoint.slice(0, colon)}`
  return `${canonicalAddress(URL.canParse(host) ? readTargetHost(new URL(host)) : '')} ${Number(endpoint.slice(colon + 1))}`
}

function findTargetPort(target: URL): number {
  return Number(target.port || (target.protocol === 'https:' ? 443 : 80))
}

/** Whether all parsers read a URL alike: it contains nothing that a parser drops, changes or repairs. */
function isPlain(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: URL parsers drop these characters
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(url) || /[\u0000-\u0020\u007f\\]/.test(url) || !URL.canParse(url)) return false
  const host = readTargetHost(new URL(url))
  return host.length <= 253 && (isIP(host) !== 0 || host.split('.').every((label) => label.length >= 1 && label.length <= 63))
}

function readUrlAuthority(url: string): string {
  return /:\/\/([^/?#]*)/.exec(url)?.[1] ?? ''
}
