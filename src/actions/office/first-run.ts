import { randomUUID } from 'node:crypto'
import { listSetupFaults, type SetupEntry } from '../../domain/first-run.ts'
import type { MailTest } from '../../domain/mail-server.ts'
import { Refusal, refuseFaults } from '../../domain/refusal.ts'
import { invitationLifeMs } from '../../domain/sign-in.ts'
import { formatToken } from '../../domain/token.ts'
import { lockFirstRun } from '../../storage/locks.ts'
import { revokeCredential } from '../../storage/queries/credentials.ts'
import { countOperators, type Operator } from '../../storage/queries/operators.ts'
import {
  findServerSetting,
  type ServerSetting,
  type SetupLinkNote,
  saveServerSetting,
} from '../../storage/queries/server-settings.ts'
import type { SecretBox } from '../../storage/secret-box.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { mintCredential } from '../credentials.ts'
import { addDriver } from '../drivers/drivers.ts'
import { addVehicle } from '../fleet/vehicles.ts'
import type { IdempotentRequest } from '../idempotency.ts'
import {
  keepMailServer,
  type MailSource,
  type MailTestRequest,
  mailSource,
  requireRoutableHost,
  testMail,
} from '../outbox/mail-server.ts'
import { listPhoneFaults, type TypedPhones } from '../people/phones.ts'
import { computePhoneHash } from '../people/sign-in-codes.ts'
import { openOperatorAccount, requireCardCurrency, usualDepositBps } from './operators.ts'

const name = 'setup_link'

/** Address of the first run. The token follows `#`, which no server or log receives. */
export function buildSetupUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/portal/setup#${token}`
}

/**
 * The token that opens the first run, the same on every node until `isAnew` replaces it; null if an operator exists. It is
 * derived from the key and a stored value, so that it can be printed again and cannot be derived from the database alone.
 */
export async function openFirstRun(
  tx: Writer,
  secretBox: SecretBox,
  { isAnew, now }: { readonly isAnew: boolean; readonly now: number },
): Promise<string | null> {
  await lockFirstRun(tx)
  if ((await countOperators(tx)) !== 'none') return null
  const known = readSetupLinkNote((await findServerSetting(tx, name))?.value)
  if (known !== null && !isAnew) return deriveSetupToken(secretBox, known.nonce)
  if (known !== null) await revokeCredential(tx, known.credentialId, now)
  const nonce = randomUUID()
  const mint = { kind: 'setup_link', name: 'First run' } as const
  const { token, row } = await mintCredential(tx, mint, now, deriveSetupToken(secretBox, nonce))
  await saveServerSetting(tx, { name, value: { credentialId: row.id, nonce }, encrypted: null, updatedAt: now })
  return token
}

function readSetupLinkNote(value: ServerSetting['value'] | undefined): SetupLinkNote | null {
  return value !== undefined && 'nonce' in value ? value : null
}

function deriveSetupToken(secretBox: SecretBox, nonce: string): string {
  return formatToken('setup_link', Buffer.from(secretBox.blindIndex(`setup link ${nonce}`), 'hex'))
}

/** The settings that are fixed before the first run begins. */
export type FirstRunState = { readonly mailSource: MailSource; readonly publicName: string | null }

/** Reads the settings that are fixed before the first run. Refuses `setup_finished`. */
export async function readFirstRun(db: Reader, app: AppContext): Promise<FirstRunState> {
  await requireOpenFirstRun(db)
  return { mailSource: await mailSource(db, app), publicName: app.publicName }
}

/** Refuses `setup_finished` if an operator exists. */
async function requireOpenFirstRun(db: Reader): Promise<void> {
  if ((await countOperators(db)) === 'none') return
  throw new Refusal('setup_finished', 'This server is already set up. Sign in instead.')
}

/** Tests a mail server before an account exists. Refuses `setup_finished`, and as `testMail` does. */
export async function testInFirstRun(
  app: AppContext,
  request: IdempotentRequest<MailTest>,
  asked: MailTestRequest,
): Promise<MailTest> {
  await app.storage.read(requireOpenFirstRun)
  return testMail(app, request, asked, null)
}

/** The account that a first run made, and the token that signs its admin in once. */
export type FinishedSetup = { readonly operator: Operator; readonly token: string; readonly expiresAt: number }

/** Saves the entry of the first run, and ends it. Refuses `setup_finished`, `validation_failed`. */
export async function finishFirstRun(tx: Writer, app: AppContext, entry: SetupEntry, now: number): Promise<FinishedSetup> {
  await lockFirstRun(tx)
  await requireOpenFirstRun(tx)
  const { company, admin, mailServer, vehicles, drivers } = entry
  if (mailServer !== null) requireRoutableHost(mailServer)
  const phones: TypedPhones = [
    [['company', 'phone'], company.phone],
    ...drivers.map(({ phone }, nth) => [['drivers', nth, 'phone'], phone] as const),
  ]
  refuseFaults([
    ...listSetupFaults(entry, (phone) => computePhoneHash(app, phone, company)),
    ...listPhoneFaults(app, [company], phones),
  ])
  requireCardCurrency(app, company)
  const { operator, adminToken } = await openOperatorAccount(
    tx,
    {
      ...company,
      // Customers can reply to the first email.
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
