import { dayMs, hourMs, toSpokenTime } from '../../domain/instant.ts'
import type { OpenPoint, Severity } from '../../domain/open-point.ts'
import { listMissingContact } from '../../domain/operator.ts'
import { listPapersOfDriver, listPapersOfVehicle, listPapersToRenew, type Paper } from '../../domain/paper.ts'
import { formatCount } from '../../domain/spoken.ts'
import { listDriversWithPapers } from '../../storage/queries/drivers.ts'
import { listDutiesAhead } from '../../storage/queries/open-points.ts'
import { listFailedMessages, listParkedSubscriptions, listUnsafeChecks } from '../../storage/queries/open-trouble.ts'
import { findTask } from '../../storage/queries/scheduler.ts'
import { listVehicles } from '../../storage/queries/vehicles.ts'
import type { Reader } from '../../storage/storage.ts'
import { backupTask } from '../maintenance/backups.ts'
import { mailFailingTask } from '../outbox/mail-failures.ts'
import { type Desk, mostLines } from './open-points.ts'

/** Unsafe vehicles and expiring documents, for roles that may read people and fleet. */
export async function listFleetPoints(db: Reader, desk: Desk): Promise<readonly OpenPoint[]> {
  const { operator } = desk
  const unsafe = await listUnsafeChecks(db, { operatorId: operator.id, limit: mostLines })
  const drivers = (await listDriversWithPapers(db, operator.id)).flatMap((driver) =>
    paperPoints(desk, { kind: 'driver', id: driver.id }, driver.name, listPapersOfDriver(driver)),
  )
  const vehicles = (await listVehicles(db, operator.id)).flatMap((vehicle) =>
    paperPoints(desk, { kind: 'vehicle', id: vehicle.id }, vehicle.registration, listPapersOfVehicle(vehicle)),
  )
  const papers = [...drivers, ...vehicles].sort((one, other) => (one.dueAt ?? 0) - (other.dueAt ?? 0)).slice(0, mostLines)
  return [
    ...unsafe.map(
      ({ id, vehicleReg }): OpenPoint => ({
        kind: 'unsafe_vehicle',
        ref: null,
        subject: { kind: 'vehicle_check', id },
        summary: `${vehicleReg} failed its walkaround check. Do not use it before its repair.`,
        dueAt: null,
        severity: 'now',
        subjectName: vehicleReg,
      }),
    ),
    ...(await withNextDuties(db, desk, papers)),
  ]
}

/** The points of documents, each with the trip that its driver or vehicle drives next within seven days. */
async function withNextDuties(db: Reader, { operator, now }: Desk, points: readonly OpenPoint[]): Promise<readonly OpenPoint[]> {
  if (points.length === 0) return points
  const ahead = await listDutiesAhead(db, { operatorId: operator.id, now, until: now + 7 * dayMs })
  return points.map((point) => {
    const next = ahead.find(({ driverId, vehicleReg }) =>
      point.subject?.kind === 'driver' ? driverId === point.subject.id : vehicleReg === point.subjectName,
    )
    return next === undefined ? point : { ...point, nextRef: next.ref }
  })
}

function paperPoints(
  { operator, now }: Desk,
  subject: OpenPoint['subject'],
  whose: string,
  papers: readonly Paper[],
): OpenPoint[] {
  return listPapersToRenew(papers, now).map(({ what, expiresAt }) => ({
    kind: 'document_expiring',
    ref: null,
    subject,
    summary: `The ${what} of ${whose} ${expiresAt <= now ? 'expired' : 'expires'} ${toSpokenTime(expiresAt, operator.timezone, now)}.`,
    dueAt: expiresAt,
    severity: severityOfPaper(expiresAt, now),
    subjectName: whose,
  }))
}

function severityOfPaper(expiresAt: number, now: number): Severity {
  if (expiresAt <= now) return 'now'
  return expiresAt <= now + 7 * dayMs ? 'soon' : 'info'
}

/**
 * Open points about faults of the system, for admins: missing contact details of the company, and failing emails, backups and
 * webhooks.
 */
export async function listSystemPoints(db: Reader, { operator, now }: Desk): Promise<readonly OpenPoint[]> {
  const of = { operatorId: operator.id, limit: mostLines }
  const mail = await findTask(db, mailFailingTask, 0)
  const backup = await findTask(db, backupTask, 0)
  const failed = await listFailedMessages(db, of)
  const parked = await listParkedSubscriptions(db, of)
  const plain = { ref: null, subject: null, dueAt: null }
  const missing = listMissingContact(operator)
  return [
    ...(missing.length === 0
      ? []
      : [
          {
            ...plain,
            kind: 'company_contact_missing' as const,
            summary: `Your company has no ${missing.join(', no ')}. Add it in Settings for customers and drivers.`,
            severity: operator.phone === null ? ('soon' as const) : ('info' as const),
          },
        ]),
    ...(mail === null
      ? []
      : [
          {
            ...plain,
            kind: 'message_failing' as const,
            summary: `The server has sent no email since ${toSpokenTime(mail.createdAt, operator.timezone, now)}. Check the mail server settings.`,
            severity: mail.createdAt <= now - hourMs ? ('now' as const) : ('soon' as const),
          },
        ]),
    ...failed.map(
      ({ id, channel, toKind, ref }): OpenPoint => ({
        kind: 'message_failing',
        ref,
        subject: { kind: 'message', id },
        summary: `${channel === 'sms' ? 'An SMS' : 'An email'} to ${readers[toKind ?? 'user']}${ref === null ? '' : ` about ${ref}`} could not be sent.`,
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
            summary: 'The last backup failed. The server retries every hour.',
            severity: 'soon' as const,
          },
        ]),
    ...parked.map(
      ({ id, label, skipped }): OpenPoint => ({
        ...plain,
        kind: 'webhook_parked',
        subject: { kind: 'webhook', id },
        summary: `The webhook “${label}” has stopped.${skipped === 0 ? '' : ` It has missed ${formatCount(skipped, 'event')}.`}`,
        severity: 'soon',
        subjectName: label,
      }),
    ),
  ]
}

const readers = { customer: 'a customer', user: 'a colleague', driver: 'a driver' } as const
