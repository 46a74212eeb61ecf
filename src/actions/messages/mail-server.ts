import type { PortalCaller } from '../../domain/caller.ts'
import { faultsOfMailServer, type MailServer, type MailTest, withKnownPassword } from '../../domain/mail-server.ts'
import type { Channel } from '../../domain/notices.ts'
import { faultAt, invalid, notFound, refuseFaults } from '../../domain/refusal.ts'
import { isLinkLocal } from '../../gateways/addresses.ts'
import type { MessageTransport } from '../../gateways/messages.ts'
import { howManyOperators } from '../../storage/queries/operators.ts'
import { dropServerSetting, findServerSetting, putServerSetting } from '../../storage/queries/server-settings.ts'
import { boundTo } from '../../storage/rows/encryption.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext, WorkerContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import { phoneCountriesOf } from '../people/phones.ts'
import { operatorOf } from '../quotes/jobs.ts'

const name = 'mail_server'

type Outgoing = Pick<WorkerContext, 'transports' | 'secretBox'>

/** The way by which mails leave: as the server is configured, by the server entered in a browser, or not at all. */
export type MailSource = 'configuration' | 'entered' | 'none'

/** Tells by which way mails leave now: the configuration goes first. */
export async function mailSource(db: Reader, { transports }: Outgoing): Promise<MailSource> {
  if (transports.mail !== null) return 'configuration'
  return (await findServerSetting(db, name)) === null ? 'none' : 'entered'
}

/** Each channel's way out as it is now, on every node; null for one that has none. */
export async function transportsNow(db: Reader, app: Outgoing): Promise<Readonly<Record<Channel, MessageTransport | null>>> {
  const { mail, sms, mailBy } = app.transports
  if (mail !== null) return { mail, sms }
  const server = await findMailServer(db, app)
  return { mail: server === null ? null : mailBy(server), sms }
}

/** The mail server that was entered; null where none was. Throws where it was encrypted under another key. */
async function findMailServer(db: Reader, { secretBox }: Pick<Outgoing, 'secretBox'>): Promise<MailServer | null> {
  const encrypted = (await findServerSetting(db, name))?.encrypted ?? null
  return encrypted === null ? null : JSON.parse(secretBox.decrypt(encrypted, encryptionContext))
}

const encryptionContext = boundTo('server-setting', name)

/** Keeps a mail server, by which mails leave from now on; null forgets the one there is. */
export async function keepMailServer(
  tx: Writer,
  { secretBox }: Pick<Outgoing, 'secretBox'>,
  server: MailServer | null,
  now: number,
): Promise<void> {
  if (server === null) return dropServerSetting(tx, name)
  const { host, port } = server
  const encrypted = secretBox.encrypt(JSON.stringify(server), encryptionContext)
  await putServerSetting(tx, { name, value: { host, port }, encrypted, updatedAt: now })
}

/** The way by which mails leave, and the server that was entered, if any. */
export type OutgoingMail = { readonly source: MailSource; readonly mailServer: MailServer | null }

/** The mail server of who hosts for itself. Refuses `not_found` where several operators share the server: it is not theirs. */
export async function showMailServer(db: Reader, app: Outgoing): Promise<OutgoingMail> {
  if ((await howManyOperators(db)) === 'several') throw notFound()
  return { source: await mailSource(db, app), mailServer: await findMailServer(db, app) }
}

/** Has mails leave by another server, or by none (null). Refuses `validation_failed`, and as `showMailServer` does. */
export async function changeMailServer(tx: Writer, app: Outgoing, entry: MailServer | null, now: number): Promise<OutgoingMail> {
  const { mailServer: known } = await showMailServer(tx, app)
  await keepMailServer(tx, app, entry && checked(entry, known), now)
  return showMailServer(tx, app)
}

function checked(entry: MailServer, known: MailServer | null): MailServer {
  const server = withKnownPassword(entry, known)
  mustBeMailServer(server)
  return server
}

/** Refuses `validation_failed` for a mail server that cannot be one, or that is a link-local address. */
function mustBeMailServer(server: MailServer): void {
  refuseFaults(faultsOfMailServer(server))
  mustBeReachable(server)
}

/** Refuses `validation_failed` for a mail server that is a link-local address. A name is checked when it has been resolved. */
export function mustBeReachable({ host }: Pick<MailServer, 'host'>): void {
  if (isLinkLocal(host)) refuseFaults([faultAt(['mailServer', 'host'], 'linkLocal')])
}

/** A mail to be sent as a test, by the server that was typed; null for the one that is kept. */
export type MailTestWish = { readonly server: MailServer | null; readonly to: string }

/** Tests a mail server for an operator who hosts for itself. Refuses as `changeMailServer` does, and where there is no server. */
export async function testOwnMailServer(
  app: AppContext,
  caller: PortalCaller,
  request: IdempotentRequest<MailTest>,
  { server: entry, to }: MailTestWish,
): Promise<MailTest> {
  const { server, company } = await app.storage.read(async (db) => {
    const { mailServer: known } = await showMailServer(db, app)
    return { server: entry === null ? known : withKnownPassword(entry, known), company: (await operatorOf(db, caller)).name }
  })
  return testMail(app, request, { server, to }, company)
}

/** Sends a mail that says it is a test, and answers what was said. Refuses `validation_failed` where no server is named. */
export function testMail(
  app: AppContext,
  request: IdempotentRequest<MailTest>,
  { server, to }: MailTestWish,
  company: string | null,
): Promise<MailTest> {
  if (server === null) throw invalid(['mailServer'], 'required')
  mustBeMailServer(server)
  const senderName = app.publicName ?? company
  return performInSteps(app, request, async ({ complete }) => {
    const test = await app.transports.testMail(server, {
      id: 0,
      queuedAt: app.clock(),
      channel: 'mail',
      recipient: to,
      phoneCountries: phoneCountriesOf(app, null),
      subject: 'This mail is a test',
      text: `It came by ${server.host}: mails of ${senderName ?? 'this server'} arrive.`,
      html: null,
      senderName,
      replyTo: null,
    })
    return app.storage.transact((tx) => complete(tx, test))
  })
}
