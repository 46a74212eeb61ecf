import type { MailServer, MailTest } from '../domain/mail-server.ts'
import { testMailServer } from './mail-test.ts'
import { createFolderTransport, type Message, type MessageTransport } from './messages.ts'
import { createSmsTransport } from './sms.ts'
import { createSmtpTransport, parseMailServer, readAuthorities } from './smtp.ts'

/** The part of the configuration for outgoing messages. */
export type MessageSettings = {
  readonly smtpUrl: string | null
  readonly smtpCa: string | null
  readonly mailFrom: string
  readonly smsUrl: string | null
  readonly smsHeader: { readonly name: string; readonly value: string } | null
  readonly smsBody: string | null
  readonly mailDir: string | null
}

/** The transports of this machine. */
export type Transports = {
  /** The configured transport for email: to a server, otherwise into the folder; null if neither is set. */
  readonly mail: MessageTransport | null
  readonly sms: MessageTransport | null
  /** Transport for email through a server that was entered in a browser. */
  mailBy(server: MailServer): MessageTransport
  /** Sends one email through a server and returns its answers. */
  testMail(server: MailServer, message: Message): Promise<MailTest>
}

/** The configured transports of this machine. Throws if the authorities of its mail server cannot be read. */
export function openTransports(settings: MessageSettings): Transports {
  const { smtpUrl, smtpCa, mailFrom, smsUrl, mailDir } = settings
  const folder = mailDir === null ? null : createFolderTransport(mailDir)
  const mail = smtpUrl === null ? folder : createSmtpTransport(parseMailServer(smtpUrl, mailFrom), readAuthorities(smtpCa))
  // The transport keeps its connections from one email to the next.
  let entered: { readonly key: string; readonly transport: MessageTransport } | null = null
  const sms = smsUrl === null ? folder : createSmsTransport({ url: smsUrl, header: settings.smsHeader, body: settings.smsBody })
  return {
    mail,
    sms,
    mailBy: (server) => {
      const key = JSON.stringify(server)
      if (entered?.key !== key) entered = { key, transport: createSmtpTransport(server, readAuthorities(smtpCa), true) }
      return entered.transport
    },
    testMail: (server, message) => testMailServer(server, readAuthorities(smtpCa), message),
  }
}
