import { randomUUID } from 'node:crypto'
import { faultsOfSetup, type SetupEntry } from '../../domain/first-run.ts'
import type { MailTest } from '../../domain/mail-server.ts'
import { Refusal, refuseFaults } from '../../domain/refusal.ts'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { tokenText } from '../../domain/token.ts'
import { lockFirstRun } from '../../storage/locks.ts'
import { revokeCredential } from '../../storage/queries/credentials.ts'
import { howManyOperators, type Operator } from '../../storage/queries/operators.ts'
import {
  findServerSetting,
  putServerSetting,
  type ServerSetting,
  type SetupLinkNote,
} from '../../storage/queries/server-settings.ts'
import type { SecretBox } from '../../storage/secret-box.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { addDriver } from '../drivers/drivers.ts'
import { addVehicle } from '../fleet/vehicles.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import {
  keepMailServer,
  type MailSource,
  type MailTestWish,
  mailSource,
  mustBeReachable,
  testMail,
} from '../messages/mail-server.ts'
import { mintCredential } from '../people/credentials.ts'
import { phoneFaults, type TypedPhones } from '../people/phones.ts'
import { phoneHashOf } from '../people/sign-in-codes.ts'
import { mustBeTaken, openAccount, usualDepositBps } from './operators.ts'

const name = 'setup_link'

/** Address of the first run. The token stands behind `#`, where no server and no log carries it. */
export function setupUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/portal/setup#${token}`
}

/**
 * The token that opens the first run, the same on every node until `isAnew` ends it and makes another; null once there is an operator.
 * It is worked out of the key and what is kept, so that it can be printed again and who has the database alone does not know it.
 */
export async function openFirstRun(
  tx: Writer,
  secretBox: SecretBox,
  { isAnew, now }: { readonly isAnew: boolean; readonly now: number },
): Promise<string | null> {
  await lockFirstRun(tx)
  if ((await howManyOperators(tx)) !== 'none') return null
  const known = noteOf((await findServerSetting(tx, name))?.value)
  if (known !== null && !isAnew) return tokenOf(secretBox, known.nonce)
  if (known !== null) await revokeCredential(tx, known.credentialId, now)
  const nonce = randomUUID()
  const mint = { kind: 'setup_link', name: 'First run' } as const
  const { token, row } = await mintCredential(tx, mint, now, tokenOf(secretBox, nonce))
  await putServerSetting(tx, { name, value: { credentialId: row.id, nonce }, encrypted: null, updatedAt: now })
  return token
}

function noteOf(value: ServerSetting['value'] | undefined): SetupLinkNote | null {
  return value !== undefined && 'nonce' in value ? value : null
}

function tokenOf(secretBox: SecretBox, nonce: string): string {
  return tokenText('setup_link', Buffer.from(secretBox.blindIndex(`setup link ${nonce}`), 'hex'))
}

/** The settings that are decided already where the first run begins. */
export type FirstRunState = { readonly mailSource: MailSource; readonly publicName: string | null }

/** Reads what is decided already before the first run. Refuses `setup_finished`. */
export async function readFirstRun(db: Reader, app: AppContext): Promise<FirstRunState> {
  await mustBeOpen(db)
  return { mailSource: await mailSource(db, app), publicName: app.publicName }
}

/** The first run is open as long as there is no operator. Refuses `setup_finished`. */
async function mustBeOpen(db: Reader): Promise<void> {
  if ((await howManyOperators(db)) === 'none') return
  throw new Refusal('setup_finished', 'This server is set up already. Sign in instead.')
}

/** Tests a mail server before there is an account. Refuses `setup_finished`, and as `testMail` does. */
export async function testInFirstRun(
  app: AppContext,
  request: IdempotentRequest<MailTest>,
  wish: MailTestWish,
): Promise<MailTest> {
  await app.storage.read(mustBeOpen)
  return testMail(app, request, wish, null)
}

/** The account that a first run made, and the token that signs its admin in once. */
export type FinishedSetup = { readonly operator: Operator; readonly token: string; readonly expiresAt: number }

/** Makes everything that the first run entered, and ends it. Refuses `setup_finished`, `validation_failed`. */
export async function finishFirstRun(tx: Writer, app: AppContext, entry: SetupEntry, now: number): Promise<FinishedSetup> {
  await lockFirstRun(tx)
  await mustBeOpen(tx)
  const { company, admin, mailServer, vehicles, drivers } = entry
  if (mailServer !== null) mustBeReachable(mailServer)
  const phones: TypedPhones = [
    [['company', 'phone'], company.phone],
    ...drivers.map(({ phone }, nth) => [['drivers', nth, 'phone'], phone] as const),
  ]
  refuseFaults([...faultsOfSetup(entry, (phone) => phoneHashOf(app, phone, company)), ...phoneFaults(app, [company], phones)])
  mustBeTaken(app, company)
  const { operator, adminToken } = await openAccount(
    tx,
    {
      ...company,
      // Answers of customers go somewhere from the first mail on.
      email: company.email ?? admin.email,
      commissionBps: 0,
      depositBps: usualDepositBps,
      closingHours: app.closingHours,
      admin,
    },
    now,
  )
  const account = { operatorId: operator.id }
  for (const vehicle of vehicles) await addVehicle(tx, account, { ...plainVehicle, ...vehicle }, now)
  for (const driver of drivers) await addDriver(tx, app, account, { ...plainDriver, ...driver }, now)
  if (mailServer !== null) await keepMailServer(tx, app, mailServer, now)
  return { operator, token: adminToken ?? '', expiresAt: now + invitationLifeMs }
}

const plainVehicle = { description: null, amenities: [], wheelchairSpaces: 0, motDue: null }

const plainDriver = {
  email: null,
  licenseNumber: null,
  licenseKind: null,
  licenseExpiresAt: null,
  dbsCheckKind: null,
  dbsCertificateNumber: null,
  dbsExpiresAt: null,
  inviteNow: false,
}
