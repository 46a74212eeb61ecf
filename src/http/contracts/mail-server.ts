import { Type } from '@sinclair/typebox'
import type { OutgoingMail } from '../../actions/messages/mail-server.ts'
import { type MailServer as MailServerRow, type MailTest, mailSecurities } from '../../domain/mail-server.ts'
import { contract } from '../contract.ts'
import { email, input, nullable, type Of, oneOf, record, text, whole } from '../schema.ts'
import { allFields, asRecord } from './fields.ts'

const maybe = <Schema extends Parameters<typeof nullable>[0]>(schema: Schema) => Type.Optional(nullable(schema))

export const MailServerBody = input({
  host: text({ min: 1, max: 253 }),
  port: whole({ min: 1, max: 65_535 }),
  security: oneOf(mailSecurities),
  username: maybe(text({ min: 1, max: 254 })),
  password: maybe(text({ min: 1, max: 500 })),
  sender: email(),
})

export const mailServerField = maybe(MailServerBody)

/** A validated body as the action takes it; null where none is named. */
export function toMailServer(body: Of<typeof MailServerBody> | null | undefined): MailServerRow | null {
  return body ? allFields(MailServerBody, body) : null
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

/** The way in which mails leave; the password of the server is never told. */
export const OutgoingMailView = contract(
  record({ source: oneOf(mailSources), mail_server: nullable(MailServer) }),
  ({ source, mailServer }: OutgoingMail) => ({
    source,
    mail_server: mailServer && asRecord(MailServer, mailServer, { has_password: mailServer.password !== null }),
  }),
)

const MailDialogueLine = record({ by: oneOf(['client', 'server', 'connection']), line: Type.String() })

/** The outcome of a test mail, with what the mail server said of it. */
export const MailTestView = contract(
  record({ sent: Type.Boolean(), dialogue: Type.Array(MailDialogueLine) }),
  ({ isSent, dialogue }: MailTest) => ({ sent: isSent, dialogue: [...dialogue] }),
)
