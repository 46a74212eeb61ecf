import { openTransports, type Transports } from '../../src/gateways/message-transports.ts'

/** Transports without email and SMS. */
export const noTransports: Transports = openTransports({
  smtpUrl: null,
  smtpCa: null,
  mailFrom: 'charabanc@localhost',
  smsUrl: null,
  smsHeader: null,
  smsBody: null,
  mailDir: null,
})
