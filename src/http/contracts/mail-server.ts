import { Type } from '@sinclair/typebox'
import type { OutgoingMail } from '../../actions/outbox/mail-server.ts'
import { type MailServer as MailServerRow, type MailTest, mailSecurities } from '../../domain/mail-server.ts'
import { defineContract } from '../contract.ts'
import { email, input, nullable, type Of, oneOf, record, text, whole } from '../schema.ts'
import { asRecord, listAllFields } from './fields.ts'

const optionalMailField = <Schema extends Parameters<typeof nullable>[0]>(schema: Schema) => Type.Optional(nullable(schema))

export const MailServerBody = input({
  host: text({ min: 1, max: 253 }),
  port: whole({ min: 1, max: 65_535 }),
  security: oneOf(mailSecurities),
  username: optionalMailField(text({ min: 1, max: 254 })),
  password: optionalMailField(text({ min: 1, max: 500 })),
  sender: email(),
})

export const mailServerField = optionalMailField(MailServerBody)

/** A validated body for the action; null without a mail server. */
export function toMailServer(body: Of<typeof MailServerBody> | null | undefined): MailServerRow | null {
  return body ? listAllFields(MailServerBody, body) : null
}

export const OutgoingMailBody = input({ mail_server: nullable(MailServerBody) })

export const MailTestBody = input({ mail_server: mailServerField, to: email() })

const MailServer = record({
  host: Type.String(),
  port: Type.Integer(),
  security: oneOf(mailSecurities),
  username: nullable(Type.String()),
  has_password: Type.Boolean(),
  sender: Type.String(),
})

export const mailSources = ['configuration', 'entered', 'none'] as const

/** The current mail server. Its password is never shown. */
export const OutgoingMailView = defineContract(
  record({ source: oneOf(mailSources), mail_server: nullable(MailServer) }),
  ({ source, mailServer }: OutgoingMail) => ({
    source,
    mail_server: mailServer && asRecord(MailServer, mailServer, { has_password: mailServer.password !== null }),
  }),
)

const MailDialogueLine = record({ by: oneOf(['client', 'server', 'connection']), line: Type.String() })

/** The result of a test email, with the dialogue. */
export const MailTestView = defineContract(
  record({ sent: Type.Boolean(), dialogue: Type.Array(MailDialogueLine) }),
  ({ isSent, dialogue }: MailTest) => ({ sent: isSent, dialogue: [...dialogue] }),
)
