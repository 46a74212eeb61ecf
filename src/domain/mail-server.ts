import { faultAt, type InputFault } from './refusal.ts'

/** `tls` from the first byte, `starttls` always, or `none`, which uses STARTTLS if it is offered. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const

/** The settings for outgoing email. */
export type MailServer = {
  readonly host: string
  readonly port: number
  readonly security: (typeof mailSecurities)[number]
  readonly username: string | null
  readonly password: string | null
  /** The sender address, with or without a name. */
  readonly sender: string
}

/** One line of the dialogue: by us, by the mail server, or about the connection. */
export type DialogueLine = { readonly by: 'client' | 'server' | 'connection'; readonly line: string }

/** Whether a mail server accepted an email, and the dialogue. */
export type MailTest = { readonly isSent: boolean; readonly dialogue: readonly DialogueLine[] }

const hostName = /^(?!-)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?$/
const ipv6 = /^[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}$/

/** The faults of an entered mail server, once its password is known. */
export function listMailServerFaults({ host, security, username, password }: MailServer): InputFault[] {
  const isHost = host.length <= 253 && (hostName.test(host) || ipv6.test(host))
  return [
    ...(isHost ? [] : [faultAt(['mailServer', 'host'], 'host')]),
    ...(username !== null && password === null ? [faultAt(['mailServer', 'password'], 'required')] : []),
    ...(username === null && password !== null ? [faultAt(['mailServer', 'username'], 'required')] : []),
    ...(username !== null && security === 'none' ? [faultAt(['mailServer', 'security'], 'secretInClear')] : []),
  ]
}

/** The entry, with the known password if it is for the same server and user. */
export function addKnownPassword(entry: MailServer, known: MailServer | null): MailServer {
  const isSame = known !== null && known.host === entry.host && known.username === entry.username
  return entry.password === null && isSame ? { ...entry, password: known.password } : entry
}
