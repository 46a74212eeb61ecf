import { domainToUnicode } from 'node:url'
import { toWireAddress } from '../../domain/email-address.ts'
import type { Packing } from './stored.ts'

/** An email address. The database stores its internationalised domain in punycode, and people read its original form. */
export const emailText: Packing<string> = { pack: toWireAddress, unpack: shownAddress }

const hasPunycode = /@(?:.*\.)?xn--/i

function shownAddress(address: string): string {
  if (!hasPunycode.test(address)) return address
  const at = address.lastIndexOf('@')
  const domain = domainToUnicode(address.slice(at + 1))
  return domain === '' ? address : `${address.slice(0, at)}@${domain}`
}
