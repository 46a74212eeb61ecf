import { type Transports, transportsOf } from '../../src/gateways/message-transports.ts'

/** Neither mail nor SMS is configured. */
export const noTransports: Transports = transportsOf({
  smtpUrl: null,
  smtpCa: null,
  mailFrom: 'charabanc@localhost',
  smsUrl: null,
  smsHeader: null,
  smsBody: null,
  mailDir: null,
})
