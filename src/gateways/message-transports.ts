import type { MailServer, MailTest } from '../domain/mail-server.ts'
import { testMailServer } from './mail-test.ts'
import { folderTransport, type Message, type MessageTransport } from './messages.ts'
import { smsTransport } from './sms.ts'
import { authorityIn, mailServerAt, smtpTransport } from './smtp.ts'

/** The part of the configuration that says how messages leave this machine. */
export type MessageSettings = {
  readonly smtpUrl: string | null
  readonly smtpCa: string | null
  readonly mailFrom: string
  readonly smsUrl: string | null
  readonly smsHeader: { readonly name: string; readonly value: string } | null
  readonly smsBody: string | null
  readonly mailDir: string | null
}

/** The ways in which messages leave this machine. */
export type Transports = {
  /** Transport for mails as it is configured: to a server, else into the folder; null without either. */
  readonly mail: MessageTransport | null
  readonly sms: MessageTransport | null
  /** Transport for mails by a server that was entered in a browser. */
  mailBy(server: MailServer): MessageTransport
  /** Sends one mail by a server and answers what was said. */
  testMail(server: MailServer, message: Message): Promise<MailTest>
}

/** The transports this machine is configured with. Throws where the authorities of its mail server cannot be read. */
export function transportsOf(settings: MessageSettings): Transports {
  const { smtpUrl, smtpCa, mailFrom, smsUrl, mailDir } = settings
  const folder = mailDir === null ? null : folderTransport(mailDir)
  const mail = smtpUrl === null ? folder : smtpTransport(mailServerAt(smtpUrl, mailFrom), authorityIn(smtpCa))
  // It keeps its connections from one email to the next.
  let entered: { readonly key: string; readonly transport: MessageTransport } | null = null
  const sms = smsUrl === null ? folder : smsTransport({ url: smsUrl, header: settings.smsHeader, body: settings.smsBody })
  return {
    mail,
    sms,
    mailBy: (server) => {
      const key = JSON.stringify(server)
      if (entered?.key !== key) entered = { key, transport: smtpTransport(server, authorityIn(smtpCa), true) }
      return entered.transport
    },
    testMail: (server, message) => testMailServer(server, authorityIn(smtpCa), message),
  }
}
