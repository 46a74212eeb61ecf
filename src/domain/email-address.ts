/** The most octets of an address and of its part before the `@` (RFC 5321, 4.5.3.1; RFC 3696, erratum 1690). */
const longest = { address: 254, local: 64 }

/** Words with single dots between them, as RFC 5321 writes the part before the `@` without quotes. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

/** A host name (RFC 1123) of at least two labels, with a letter in the last. */
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Characters of an internationalised domain, including the dots of other scripts. */
const idnCharacters = /^[\p{L}\p{M}\p{N}\-.\u3002\uff0e\uff61\u00b7\u30fb]+$/u

/**
 * Whether a mail server accepts a text as an address: lengths, dots and labels as in RFC 5321, in ASCII before the `@`. The
 * domain may be internationalised.
 */
export function isEmailAddress(text: string): boolean {
  const address = toWireAddress(text)
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(0, at))
  if (address.length > longest.address || local.length > longest.local) return false
  return localPart.test(local) && hostName.test(address.slice(at + 1))
}

/** An address as mail servers and the database have it, with an internationalised domain in punycode. Other texts do not change. */
export function toWireAddress(text: string): string {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  if (at < 0 || !/[^ -~]/.test(domain) || !idnCharacters.test(domain)) return text
  const url = URL.parse(`http://${domain}`)
  return url === null ? text : `${text.slice(0, at)}@${url.hostname}`
}

/** One spelling of an address: its domain in punycode, and small letters. */
export function computeEmailKey(address: string): string {
  return toWireAddress(address).toLowerCase()
}
