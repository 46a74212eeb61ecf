import { faultAt, type InputFault } from './refusal.ts'

/** `tls` from the first byte, `starttls` without fail, or `none`, which takes STARTTLS where it is offered. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const

/** The settings by which mails leave. */
export type MailServer = {
  readonly host: string
  readonly port: number
  readonly security: (typeof mailSecurities)[number]
  readonly username: string | null
  readonly password: string | null
  /** The address that mails come from, with a name or without. */
  readonly sender: string
}

/** One line of what was said: by us, by the mail server, or about the connection. */
export type DialogueLine = { readonly by: 'client' | 'server' | 'connection'; readonly line: string }

/** Whether a mail server took a mail, and what was said. */
export type MailTest = { readonly isSent: boolean; readonly dialogue: readonly DialogueLine[] }

const hostName = /^(?!-)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?$/
const ipv6 = /^[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}$/

/** The faults of a mail server as it was typed, once its password is known. */
export function faultsOfMailServer({ host, security, username, password }: MailServer): InputFault[] {
  const isHost = host.length <= 253 && (hostName.test(host) || ipv6.test(host))
  return [
    ...(isHost ? [] : [faultAt(['mailServer', 'host'], 'host')]),
    ...(username !== null && password === null ? [faultAt(['mailServer', 'password'], 'required')] : []),
    ...(username === null && password !== null ? [faultAt(['mailServer', 'username'], 'required')] : []),
    ...(username !== null && security === 'none' ? [faultAt(['mailServer', 'security'], 'secretInClear')] : []),
  ]
}

/** The entry with the password that is known already, where it goes to the same server and person. */
export function withKnownPassword(entry: MailServer, known: MailServer | null): MailServer {
  const isSame = known !== null && known.host === entry.host && known.username === entry.username
  return entry.password === null && isSame ? { ...entry, password: known.password } : entry
}
