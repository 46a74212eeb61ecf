import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isOneLine } from './domain/control-characters.ts'
import { isEmailAddress } from './domain/email-address.ts'
import { dayMs, hourMs, minuteMs } from './domain/instant.ts'
import { isMapTemplate } from './domain/map-url.ts'
import { parseRateLimit, type RateLimit } from './domain/rate-limit.ts'
import { type GeocoderAddress, type RouterAddress, readGeocoderAddress, readRouterAddress } from './domain/service-address.ts'
import type { Allowed } from './domain/subscription.ts'

/** A reader of an external text: `read` returns undefined if the text is not the `wanted` kind. */
export interface ValueReader<T> {
  readonly wanted: string
  /** The allowed words of a closed list. */
  readonly choices?: readonly string[]
  readonly read: (text: string) => T | undefined
}

const UNIT_MS: Record<string, number> = { s: 1_000, m: minuteMs, h: hourMs, d: dayMs }

/** Any non-empty text in one line without control characters. */
export const lineOfText: ValueReader<string> = {
  wanted: 'one line of text, without control characters',
  read: (given) => (given.trim() === '' || !isOneLine(given) ? undefined : given),
}

/** A file or a folder. A relative path starts at the working directory. */
export const path: ValueReader<string> = {
  wanted: 'a path',
  read: (given) => (given.trim() === '' ? undefined : resolve(given)),
}

/** Yes or no, in the usual spellings. */
export const yesOrNo: ValueReader<boolean> = {
  wanted: '1 or 0',
  read(given) {
    if (/^(1|true|yes|on)$/i.test(given)) return true
    return /^(0|false|no|off)$/i.test(given) ? false : undefined
  },
}

/** One of a closed list of words. */
export function oneWordOf<const W extends string>(...words: W[]): ValueReader<W> {
  return { wanted: `one of ${words.join(', ')}`, choices: words, read: (given) => words.find((word) => word === given) }
}

/** A whole number between two bounds, both allowed. */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER): ValueReader<number> {
  const wanted = most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`
  return {
    wanted,
    read(given) {
      const number = /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN
      return number >= least && number <= most ? number : undefined
    },
  }
}

/** A number between two bounds, both allowed, with at most six decimals. */
export function decimalNumber(least: number, most: number): ValueReader<number> {
  return {
    wanted: `a number from ${least} to ${most}`,
    read(given) {
      const number = /^\d{1,9}(\.\d{1,6})?$/.test(given) ? Number(given) : Number.NaN
      return number >= least && number <= most ? number : undefined
    },
  }
}

/** Seconds, with fractions; the value is in milliseconds. */
export const secondsAsMs: ValueReader<number> = { wanted: 'a number of seconds', read: msOfSeconds }

/** Seconds separated by commas; the value is a list of milliseconds. */
export const manySecondsAsMs: ValueReader<readonly number[]> = {
  wanted: 'seconds separated by commas, such as 10,30,120',
  read: (given) => each(given, msOfSeconds),
}

/** A duration with its unit, such as `90d`; the value is in milliseconds. */
export const lengthAsMs: ValueReader<number> = {
  wanted: 'a duration, such as 30m, 12h or 90d',
  read(given) {
    const [, number, unit] = /^([1-9]\d{0,5})([smhd])$/.exec(given) ?? []
    return number && unit ? Number(number) * (UNIT_MS[unit] ?? 0) : undefined
  },
}

/** The address at which a server listens. */
export interface Listen {
  readonly host: string
  readonly port: number
}

/** `host:port`; port 0 asks the machine for a free one. */
export const hostAndPort: ValueReader<Listen> = {
  wanted: 'host:port, such as 127.0.0.1:8787',
  read(given) {
    const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9._-]+)):(\d{1,5})$/.exec(given) ?? []
    const host = bracketed ?? plain
    const port = Number(digits)
    if (!host || port > 65_535 || (bracketed && isIP(bracketed) !== 6)) return undefined
    return { host, port }
  },
}

/** A URL of one of the given schemes, kept as written. */
export function url(...schemes: string[]): ValueReader<string> {
  return {
    wanted: `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    read: (given) => (URL.canParse(given) && schemes.some((scheme) => given.startsWith(`${scheme}://`)) ? given : undefined),
  }
}

/** The public address of the server, without a trailing slash. A path prefix is allowed. */
export const baseUrl: ValueReader<string> = {
  wanted: 'a URL that begins with http:// or https://, without a question mark, a fragment or a password',
  read(given) {
    if (!/^https?:\/\//.test(given) || !URL.canParse(given)) return undefined
    const parsed = new URL(given)
    if (parsed.search || parsed.hash || parsed.username || parsed.password) return undefined
    return (parsed.origin + parsed.pathname).replace(/\/+$/, '')
  },
}

/** The address of the owner's router, with its kind. */
export const routerAddress: ValueReader<RouterAddress> = {
  wanted: 'the address of a router without a path, such as osrm+http://127.0.0.1:5000 or valhalla+https://routes.example',
  read: readRouterAddress,
}

/** The address of the owner's geocoder, with its kind. */
export const geocoderAddress: ValueReader<GeocoderAddress> = {
  wanted: 'the address of a geocoder without a path, such as nominatim+http://127.0.0.1:8080 or photon+https://places.example',
  read: readGeocoderAddress,
}

/** The address of a map, as a template for `buildMapUrl`. */
export const mapTemplate: ValueReader<string> = {
  wanted: 'a URL that begins with http:// or https://, with {latitude} and {longitude} after its host',
  read: (given) => (isMapTemplate(given) ? given : undefined),
}

/** Origins of web pages, separated by commas. */
export const origins: ValueReader<readonly string[]> = {
  wanted: 'origins separated by commas, such as https://app.example',
  read: (given) => each(given, (item) => (URL.canParse(item) && new URL(item).origin === item ? item : undefined)),
}

/** Networks as CIDRs, separated by commas. A single address is allowed. */
export const networks: ValueReader<readonly string[]> = {
  wanted: 'addresses or networks separated by commas, such as 10.0.0.0/8',
  read: (given) => each(given, network),
}

/** Networks and exact `host:port` pairs, separated by commas. */
export const networksAndEndpoints: ValueReader<Allowed> = {
  wanted: 'networks and host:port pairs separated by commas, such as 10.0.0.0/8,hooks.lan:8443',
  read(given) {
    const items = each(given, (item) => (network(item) || hostAndPort.read(item) ? item : undefined))
    if (!items) return undefined
    return {
      networks: items.flatMap((item) => network(item) ?? []),
      endpoints: items.filter((item) => !network(item)).map((item) => item.toLowerCase()),
    }
  },
}

/** 32 secret bytes, in base64 or in hexadecimal. */
export const key32: ValueReader<Uint8Array> = {
  wanted: '32 bytes in base64, such as `openssl rand -base64 32` prints',
  read(given) {
    const encoding = /^[0-9a-fA-F]{64}$/.test(given) ? 'hex' : /^[A-Za-z0-9+/_-]{43}=?$/.test(given) ? 'base64' : undefined
    return encoding && new Uint8Array(Buffer.from(given, encoding))
  },
}

/** A rate limit; `off` disables it. */
export const rateLimit: ValueReader<RateLimit> = {
  wanted: 'a rate limit, such as 60/m, 5/15m or 60/m,20000/d, or off',
  read(given) {
    try {
      return parseRateLimit(given)
    } catch {
      return undefined
    }
  },
}

/** Rate limits of requests for sign-in messages: to one email address or phone, and from one IP address. */
export interface SignInLimits {
  readonly perContact: RateLimit
  readonly perIp: RateLimit
}

/** Two rate limits with a semicolon between them. A single limit applies to both, with separate counts. */
export const signInLimits: ValueReader<SignInLimits> = {
  wanted: 'a rate limit, such as 5/15m, or one per contact and one per IP address, such as 5/15m;20/15m, or off',
  read(given) {
    const parts = given.split(';').map((part) => rateLimit.read(part.trim()))
    const [perContact, perIp] = parts.length === 1 ? [parts[0], parts[0]] : parts
    return perContact && perIp && parts.length <= 2 ? { perContact, perIp } : undefined
  },
}

/** The first part of a header's name, including its dash. */
export const headerPrefix: ValueReader<string> = {
  wanted: 'the beginning of a header name with its dash, such as X-Service-',
  read: (given) => (/^[A-Za-z][A-Za-z0-9-]{0,39}-$/.test(given) ? given : undefined),
}

/** An email address, alone or as `Name <address>`. */
export const sender: ValueReader<string> = {
  wanted: 'an address, such as bookings@example.com or "Acme Coaches <bookings@example.com>"',
  read(given) {
    const [, named, plain = named ?? ''] = /^(?:[^<>\r\n]*<([^<>]+)>|([^\s<>]+))$/.exec(given) ?? []
    return isEmailAddress(plain) || isOnThisMachine(plain) ? given : undefined
  },
}

/** Whether email comes from a host without a domain, such as charabanc@localhost. */
function isOnThisMachine(address: string): boolean {
  return /@[^.]+$/.test(address) && isEmailAddress(`${address}.localdomain`)
}

function each<T>(given: string, read: (item: string) => T | undefined): readonly T[] | undefined {
  const items = given.split(',').map((item) => item.trim())
  if (items.length === 1 && items[0] === '') return []
  const values = items.map(read).filter((value) => value !== undefined)
  return values.length === items.length ? values : undefined
}

function msOfSeconds(given: string): number | undefined {
  return /^\d{1,9}(\.\d{1,6})?$/.test(given.trim()) ? Math.round(Number(given) * 1_000) : undefined
}

function network(given: string): string | undefined {
  const [address = '', prefix, ...rest] = given.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (rest.length > 0 || bits < 0) return undefined
  if (prefix === undefined) return `${address}/${bits}`
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? given : undefined
}

/** An email address. */
export const emailAddress: ValueReader<string> = {
  wanted: 'an email address',
  read: (given) => (isEmailAddress(given) ? given : undefined),
}

/** A phone number as typed, with the same length for a driver and an operator. */
export const phone: ValueReader<string> = {
  wanted: 'a phone number of at most 24 characters',
  read: (given) => (given.length > 24 ? undefined : lineOfText.read(given)),
}

/** A country by its two-letter code. */
export const country: ValueReader<string> = {
  wanted: 'a two-letter country code, such as GB',
  read: (given) => (/^[A-Z]{2}$/.test(given) ? given : undefined),
}

/** One header of an HTTP request. */
export interface Header {
  readonly name: string
  readonly value: string
}

/** `Name: value`. */
export const header: ValueReader<Header> = {
  wanted: 'a header with its value, such as Authorization: Bearer …',
  read(given) {
    const [, name, value] = /^([A-Za-z][A-Za-z0-9-]*): *([\x20-\x7e]*\S)\s*$/.exec(given) ?? []
    return name && value ? { name, value } : undefined
  },
}

/** A key with access to a Stripe account: secret or restricted, live or test. A publishable key is refused. */
export const stripeKey: ValueReader<string> = {
  wanted: 'a secret or restricted key of Stripe that begins with sk_ or rk_',
  read: (given) => (/^[sr]k_(test|live)_[A-Za-z0-9_]{1,255}$/.test(given) ? given : undefined),
}

/** One secret for the signature of Stripe's calls, or two during a change. */
export const stripeSecrets: ValueReader<readonly string[]> = {
  wanted: 'one or two secrets that begin with whsec_, separated by a comma',
  read(given) {
    const secrets = given.split(',').map((part) => part.trim())
    return secrets.length <= 2 && secrets.every((one) => /^whsec_[A-Za-z0-9+/=_-]{1,255}$/.test(one)) ? secrets : undefined
  },
}
