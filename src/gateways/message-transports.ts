import { folderTransport, type MessageTransport, TransportFault } from './messages.ts'
import { smsTransport } from './sms.ts'
import { smtpTransport } from './smtp.ts'

/** The part of the configuration that says how messages leave this machine. */
export type MessageSettings = {
  readonly smtpUrl: string | null
  readonly smtpCa: string | null
  readonly mailFrom: string
  readonly smsUrl: string | null
  readonly smsHeader: { readonly name: string; readonly value: string } | null
  readonly smsBody: string | null
  readonly mailDir: string | null
  readonly phoneCountry: string
}

/** The transport this machine is configured with: a server for each channel that has one, else the folder; null without any. */
export function transportsOf(settings: MessageSettings): MessageTransport | null {
  const { smtpUrl, smsUrl, mailDir } = settings
  const folder = mailDir === null ? null : folderTransport(mailDir)
  const mail = smtpUrl === null ? folder : smtpTransport({ url: smtpUrl, from: settings.mailFrom, caFile: settings.smtpCa })
  const sms =
    smsUrl === null
      ? folder
      : smsTransport({ url: smsUrl, header: settings.smsHeader, body: settings.smsBody, phoneCountry: settings.phoneCountry })
  if (mail === null && sms === null) return null
  return async (message, now) => {
    const transport = message.channel === 'mail' ? mail : sms
    if (transport === null) throw new TransportFault(`${message.channel} is not configured`, true)
    await transport(message, now)
  }
}
