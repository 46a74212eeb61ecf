import { dayMs, hourMs, toSpokenTime } from '../../domain/instant.ts'
import type { OpenPoint, Severity } from '../../domain/open-point.ts'
import { missingContact } from '../../domain/operator.ts'
import { type Paper, papersOfDriver, papersOfVehicle, papersToRenew } from '../../domain/paper.ts'
import { driversToBeSeen } from '../../storage/queries/drivers.ts'
import { failedMessages, parkedSubscriptions, unsafeChecks } from '../../storage/queries/open-trouble.ts'
import { findTask } from '../../storage/queries/scheduler.ts'
import { listVehicles } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'
import { mailFailingTask } from '../messages/mail-failures.ts'
import { backupTask } from '../server/backups.ts'
import { type Desk, mostLines } from './open-points.ts'

/** Coaches that are unsafe, and papers that run out: for who may read people and fleet. */
export async function fleetPoints(db: Reader, desk: Desk): Promise<readonly OpenPoint[]> {
  const { operator } = desk
  const unsafe = await unsafeChecks(db, { operatorId: operator.id, limit: mostLines })
  const drivers = (await driversToBeSeen(db, operator.id)).flatMap((driver) =>
    paperPoints(desk, { kind: 'driver', id: driver.id }, driver.name, papersOfDriver(driver)),
  )
  const vehicles = (await listVehicles(db, operator.id)).flatMap((vehicle) =>
    paperPoints(desk, { kind: 'vehicle', id: vehicle.id }, vehicle.registration, papersOfVehicle(vehicle)),
  )
  const papers = [...drivers, ...vehicles].sort((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0))
  return [
    ...unsafe.map(
      ({ id, vehicleReg }): OpenPoint => ({
        kind: 'unsafe_vehicle',
        ref: null,
        subject: { kind: 'vehicle_check', id },
        summary: `${vehicleReg} failed its walkaround check. It must not go out before somebody has seen to it.`,
        dueAt: null,
        severity: 'now',
      }),
    ),
    ...papers.slice(0, mostLines),
  ]
}

function paperPoints(
  { operator, now }: Desk,
  subject: OpenPoint['subject'],
  whose: string,
  papers: readonly Paper[],
): OpenPoint[] {
  return papersToRenew(papers, now).map(({ what, expiresAt }) => ({
    kind: 'document_expiring',
    ref: null,
    subject,
    summary: `The ${what} of ${whose} ${expiresAt <= now ? 'ran' : 'runs'} out ${toSpokenTime(expiresAt, operator.timezone, now)}.`,
    dueAt: expiresAt,
    severity: severityOfPaper(expiresAt, now),
  }))
}

function severityOfPaper(expiresAt: number, now: number): Severity {
  if (expiresAt <= now) return 'now'
  return expiresAt <= now + 7 * dayMs ? 'soon' : 'info'
}

/**
 * Open points about what keeps the product itself from working: missing contact details of the company, and mails, backups and
 * webhooks that fail. They are for admins.
 */
export async function systemPoints(db: Reader, { operator, now }: Desk): Promise<readonly OpenPoint[]> {
  const of = { operatorId: operator.id, limit: mostLines }
  const mail = await findTask(db, mailFailingTask, 0)
  const backup = await findTask(db, backupTask, 0)
  const failed = await failedMessages(db, of)
  const parked = await parkedSubscriptions(db, of)
  const plain = { ref: null, subject: null, dueAt: null }
  const missing = missingContact(operator)
  return [
    ...(missing.length === 0
      ? []
      : [
          {
            ...plain,
            kind: 'company_contact_missing' as const,
            summary: `Your company has no ${missing.join(', no ')}. Add it in Settings: customers and drivers need it.`,
            severity: operator.phone === null ? ('soon' as const) : ('info' as const),
          },
        ]),
    ...(mail === null
      ? []
      : [
          {
            ...plain,
            kind: 'message_failing' as const,
            summary: `No mail has left since ${toSpokenTime(mail.createdAt, operator.timezone, now)}. Look at the mail settings.`,
            severity: mail.createdAt <= now - hourMs ? ('now' as const) : ('soon' as const),
          },
        ]),
    ...failed.map(
      ({ id, channel, toKind, ref }): OpenPoint => ({
        kind: 'message_failing',
        ref,
        subject: { kind: 'message', id },
        summary: `${channel === 'sms' ? 'An SMS' : 'A mail'} to ${readers[toKind ?? 'user']}${ref === null ? '' : ` about ${ref}`} could not be sent.`,
        dueAt: null,
        severity: 'soon',
      }),
    ),
    ...(backup === null || backup.lastError === null
      ? []
      : [
          {
            ...plain,
            kind: 'backup_failing' as const,
            summary: 'The last backup failed. It is tried again every hour.',
            severity: 'soon' as const,
          },
        ]),
    ...parked.map(
      ({ id, label, skipped }): OpenPoint => ({
        ...plain,
        kind: 'webhook_parked',
        subject: { kind: 'webhook', id },
        summary: `The webhook “${label}” is parked${skipped === 0 ? '' : `; it has missed ${skipped} events since`}.`,
        severity: 'soon',
      }),
    ),
  ]
}

const readers = { customer: 'a customer', user: 'one of your people', driver: 'a driver' } as const
