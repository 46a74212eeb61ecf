import type { PortalCaller } from '../../domain/caller.ts'
import { addKnownPassword, listMailServerFaults, type MailServer, type MailTest } from '../../domain/mail-server.ts'
import type { Channel } from '../../domain/notices.ts'
import { faultAt, invalid, notFound, refuseFaults } from '../../domain/refusal.ts'
import { isLinkLocal } from '../../gateways/addresses.ts'
import type { MessageTransport } from '../../gateways/messages.ts'
import { countOperators } from '../../storage/queries/operators.ts'
import { dropServerSetting, findServerSetting, saveServerSetting } from '../../storage/queries/server-settings.ts'
import { buildRowContext } from '../../storage/rows/encryption.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext, WorkerContext } from '../context.ts'
import { type IdempotentRequest, performInSteps } from '../idempotency.ts'
import { findOwnOperator } from '../people/own-operator.ts'
import { listPhoneCountries } from '../people/phones.ts'

const name = 'mail_server'

type Outgoing = Pick<WorkerContext, 'transports' | 'secretBox'>

/** The source of the mail server: the configuration, an entry in a browser, or none. */
export type MailSource = 'configuration' | 'entered' | 'none'

/** The present source of the mail server; the configuration has priority. */
export async function mailSource(db: Reader, { transports }: Outgoing): Promise<MailSource> {
  if (transports.mail !== null) return 'configuration'
  return (await findServerSetting(db, name)) === null ? 'none' : 'entered'
}

/** The present transport of each channel, on every node; null for a channel without one. */
export async function findTransports(db: Reader, app: Outgoing): Promise<Readonly<Record<Channel, MessageTransport | null>>> {
  const { mail, sms, mailBy } = app.transports
  if (mail !== null) return { mail, sms }
  const server = await findMailServer(db, app)
  return { mail: server === null ? null : mailBy(server), sms }
}

/** The entered mail server; null without one. Throws if it was encrypted under another key. */
async function findMailServer(db: Reader, { secretBox }: Pick<Outgoing, 'secretBox'>): Promise<MailServer | null> {
  const encrypted = (await findServerSetting(db, name))?.encrypted ?? null
  return encrypted === null ? null : JSON.parse(secretBox.decrypt(encrypted, encryptionContext))
}

const encryptionContext = buildRowContext('server-setting', name)

/** Saves the mail server for all later email; null deletes it. */
export async function keepMailServer(
  tx: Writer,
  { secretBox }: Pick<Outgoing, 'secretBox'>,
  server: MailServer | null,
  now: number,
): Promise<void> {
  if (server === null) return dropServerSetting(tx, name)
  const { host, port } = server
  const encrypted = secretBox.encrypt(JSON.stringify(server), encryptionContext)
  await saveServerSetting(tx, { name, value: { host, port }, encrypted, updatedAt: now })
}

/** The source of the mail server, and the entered server, if any. */
export type OutgoingMail = { readonly source: MailSource; readonly mailServer: MailServer | null }

/** Shows the mail server of an operator who hosts alone. Refuses `not_found` if several operators share the server. */
export async function showMailServer(db: Reader, app: Outgoing): Promise<OutgoingMail> {
  if ((await countOperators(db)) === 'several') throw notFound()
  return { source: await mailSource(db, app), mailServer: await findMailServer(db, app) }
}

/** Saves or removes (null) the mail server. Refuses `validation_failed`, and as `showMailServer` does. */
export async function changeMailServer(tx: Writer, app: Outgoing, entry: MailServer | null, now: number): Promise<OutgoingMail> {
  const { mailServer: known } = await showMailServer(tx, app)
  await keepMailServer(tx, app, entry && completeMailServer(entry, known), now)
  return showMailServer(tx, app)
}

function completeMailServer(entry: MailServer, known: MailServer | null): MailServer {
  const server = addKnownPassword(entry, known)
  requireValidMailServer(server)
  return server
}

/** Refuses `validation_failed` for an impossible mail server, or a link-local address. */
function requireValidMailServer(server: MailServer): void {
  refuseFaults(listMailServerFaults(server))
  requireRoutableHost(server)
}

/** Refuses `validation_failed` for a link-local address. A name is checked when it has been resolved. */
export function requireRoutableHost({ host }: Pick<MailServer, 'host'>): void {
  if (isLinkLocal(host)) refuseFaults([faultAt(['mailServer', 'host'], 'linkLocal')])
}

/** A test email, through the entered server; null for the saved one. */
export type MailTestRequest = { readonly server: MailServer | null; readonly to: string }

/**
 * Tests a mail server for an operator who hosts the server alone. Refuses as `changeMailServer` does, and without a mail server.
 */
export async function testOwnMailServer(
  app: AppContext,
  caller: PortalCaller,
  request: IdempotentRequest<MailTest>,
  { server: entry, to }: MailTestRequest,
): Promise<MailTest> {
  const { server, company } = await app.storage.read(async (db) => {
    const { mailServer: known } = await showMailServer(db, app)
    return { server: entry === null ? known : addKnownPassword(entry, known), company: (await findOwnOperator(db, caller)).name }
  })
  return testMail(app, request, { server, to }, company)
}

/** Sends a test email and returns the server's answer. Refuses `validation_failed` without a server name. */
export function testMail(
  app: AppContext,
  request: IdempotentRequest<MailTest>,
  { server, to }: MailTestRequest,
  company: string | null,
): Promise<MailTest> {
  if (server === null) throw invalid(['mailServer'], 'required')
  requireValidMailServer(server)
  const senderName = app.publicName ?? company
  return performInSteps(app, request, async ({ complete }) => {
    const test = await app.transports.testMail(server, {
      id: 0,
      queuedAt: app.clock(),
      channel: 'mail',
      recipient: to,
      phoneCountries: listPhoneCountries(app, null),
      subject: 'Test email',
      text: `${senderName ?? 'This server'} can send emails through ${server.host}.`,
      html: null,
      senderName,
      replyTo: null,
    })
    return app.storage.transact((tx) => complete(tx, test))
  })
}
