import { isIP } from 'node:net'
import { faultAt, type InputFault } from '../domain/refusal.ts'
import type { Allowed } from '../domain/subscription.ts'
import { canonical, isInside, isOwn, reachOf } from './addresses.ts'

/** The policy of this machine's owner for where deliveries may go. */
export type TargetPolicy = { readonly allowHttp: boolean; readonly allow: Allowed }

const longestUrl = 2_048
/** The endpoints of each list there is, read once. */
const listed = new WeakMap<Allowed, ReadonlySet<string>>()

const insideNames = /^(.+\.)?localhost$|\.(local|internal)$/

/** Null when deliveries may go there as far as the text tells, else what is wrong with `endpointUrl`. */
export function faultOfTarget(url: string, policy: TargetPolicy): InputFault | null {
  const path = ['endpointUrl']
  if ([...url].length > longestUrl) return faultAt(path, 'mostCharacters', { most: longestUrl })
  if (!isPlain(url)) return faultAt(path, 'url')
  const target = new URL(url)
  if (target.protocol !== 'https:' && !(policy.allowHttp && target.protocol === 'http:')) {
    return faultAt(path, 'webScheme', { allowsHttp: policy.allowHttp })
  }
  if (authorityOf(url).includes('@')) return faultAt(path, 'noUser')
  if (url.includes('#')) return faultAt(path, 'noFragment')
  if (target.port === '0') return faultAt(path, 'port')
  return isRefusedByName(target, policy) ? faultAt(path, 'publicAddress') : null
}

/** Whether a connection for `target` may be made to `address`, which its name was resolved to. */
export function mayDial(target: URL, address: string, policy: TargetPolicy): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const port = portOf(target)
  if (isListed(hostOf(target), port, policy) || isListed(canonical(address), port, policy)) return true
  if (isOwn(address)) return false
  const reach = reachOf(address)
  return reach === 'public' || (reach === 'private' && policy.allow.networks.some((network) => isInside(address, network)))
}

/** The host of a target as a resolver wants it: no brackets, no dot at its end. */
export function hostOf(target: URL): string {
  const { hostname } = target
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')
}

function isRefusedByName(target: URL, policy: TargetPolicy): boolean {
  const host = hostOf(target)
  if (isIP(host) !== 0) return !mayDial(target, host, policy)
  return insideNames.test(host) && !isListed(host, portOf(target), policy)
}

function isListed(host: string, port: number, { allow }: TargetPolicy): boolean {
  if (allow.endpoints.length === 0) return false
  const known = listed.get(allow) ?? new Set(allow.endpoints.map(plainEndpoint))
  listed.set(allow, known)
  return known.has(`${canonical(host)} ${port}`)
}

/** `[0::1]:08443` → `0:0:0:0:0:0:0:1 8443`: as a URL would have its host, so that the two can be compared. */
function plainEndpoint(endpoint: string): string {
  const colon = endpoint.lastIndexOf(':')
  const host = `http://${endpoint.slice(0, colon)}`
  return `${canonical(URL.canParse(host) ? hostOf(new URL(host)) : '')} ${Number(endpoint.slice(colon + 1))}`
}

function portOf(target: URL): number {
  return Number(target.port || (target.protocol === 'https:' ? 443 : 80))
}

/** A URL that every reader reads alike: nothing that a parser drops, turns round or repairs in silence. */
function isPlain(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a parser would drop
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(url) || /[\u0000-\u0020\u007f\\]/.test(url) || !URL.canParse(url)) return false
  const host = hostOf(new URL(url))
  return host.length <= 253 && (isIP(host) !== 0 || host.split('.').every((label) => label.length >= 1 && label.length <= 63))
}

function authorityOf(url: string): string {
  return /:\/\/([^/?#]*)/.exec(url)?.[1] ?? ''
}
