import { type Courier, CourierFault, folderCourier } from './messages.ts'
import { smsCourier } from './sms.ts'
import { smtpCourier } from './smtp.ts'

/** The part of the configuration that says how messages leave this machine. */
export type MessageRoads = {
  readonly smtpUrl: string | null
  readonly smtpCa: string | null
  readonly mailFrom: string
  readonly smsUrl: string | null
  readonly smsHeader: { readonly name: string; readonly value: string } | null
  readonly smsBody: string | null
  readonly mailDir: string | null
  readonly phoneCountry: string
}

/** The courier this machine is configured with: a server for each channel that has one, else the folder; null without any. */
export function couriersOf(roads: MessageRoads): Courier | null {
  const { smtpUrl, smsUrl, mailDir } = roads
  const folder = mailDir === null ? null : folderCourier(mailDir)
  const mail = smtpUrl === null ? folder : smtpCourier({ url: smtpUrl, from: roads.mailFrom, caFile: roads.smtpCa })
  const sms =
    smsUrl === null
      ? folder
      : smsCourier({ url: smsUrl, header: roads.smsHeader, body: roads.smsBody, phoneCountry: roads.phoneCountry })
  if (mail === null && sms === null) return null
  return async (message, now) => {
    const courier = message.channel === 'mail' ? mail : sms
    if (courier === null) throw new CourierFault(`${message.channel} is not configured`, true)
    await courier(message, now)
  }
}
