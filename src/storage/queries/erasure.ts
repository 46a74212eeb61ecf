import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Writer } from '../storage.ts'
import type { DriverRow } from './drivers.ts'
import { isToDriver, messageWork } from './messages.ts'

/** Deletes what is about a driver and nothing else: points, links, messages and kept answers; names of devices go. */
export async function dropTracesOf(tx: Writer, driver: DriverRow): Promise<void> {
  const { credentials, devices, keptAnswers, locations, signInLinks } = tx.t
  await tx.db.delete(locations).where(eq(locations.driverId, driver.id))
  await tx.db.delete(signInLinks).where(eq(signInLinks.driverId, driver.id))
  await tx.db.delete(keptAnswers).where(eq(keptAnswers.scope, `driver:${driver.id}`))
  await tx.db
    .update(devices)
    .set({ name: 'Erased device', pushPlatform: null, pushToken: null, lastUsedAt: null })
    .where(eq(devices.driverId, driver.id))
  await tx.db.update(credentials).set({ name: 'Erased device' }).where(eq(credentials.driverId, driver.id))
  await dropCodes(tx, driver)
  await dropMessages(tx, driver)
}

async function dropCodes(tx: Writer, { phoneHash }: DriverRow): Promise<void> {
  const { signInCodes } = tx.t
  if (phoneHash !== null) await tx.db.delete(signInCodes).where(eq(signInCodes.phoneHash, phoneHash))
}

/** Their messages by name, and those to where they can be reached now; with what the scheduler says of a failed one. */
async function dropMessages(tx: Writer, driver: DriverRow): Promise<void> {
  const { messages, scheduler } = tx.t
  const gone = await tx.db.delete(messages).where(isToDriver(tx, driver)).returning({ id: messages.id })
  const ids = gone.map((message) => message.id)
  await tx.db.delete(scheduler).where(and(eq(scheduler.kind, messageWork), inArray(scheduler.subjectId, ids)))
}

/** Goes over everything a driver typed that outlives them, and takes out where they were. */
export async function rewriteWordsOf(tx: Writer, driverId: number, rewrite: (text: string) => string): Promise<void> {
  const { assignments, incidents, tripEvents, vehicleChecks } = tx.t
  const theirs = tx.db.select({ id: assignments.id }).from(assignments).where(eq(assignments.driverId, driverId))

  await tx.db.update(tripEvents).set({ point: sql`null` }).where(inArray(tripEvents.assignmentId, theirs))
  await tx.db.update(incidents).set({ point: sql`null` }).where(eq(incidents.driverId, driverId))

  const events = await tx.db
    .select({ id: tripEvents.id, note: tripEvents.note })
    .from(tripEvents)
    .where(and(inArray(tripEvents.assignmentId, theirs), isNotNull(tripEvents.note)))
  for (const { id, note } of events) {
    await tx.db
      .update(tripEvents)
      .set({ note: rewrite(note ?? '') })
      .where(eq(tripEvents.id, id))
  }
  for (const { id, note } of await tx.db.select().from(incidents).where(eq(incidents.driverId, driverId))) {
    await tx.db
      .update(incidents)
      .set({ note: rewrite(note) })
      .where(eq(incidents.id, id))
  }
  const declined = and(eq(assignments.driverId, driverId), isNotNull(assignments.declineReason))
  for (const { id, declineReason } of await tx.db.select().from(assignments).where(declined)) {
    await tx.db
      .update(assignments)
      .set({ declineReason: rewrite(declineReason ?? '') })
      .where(eq(assignments.id, id))
  }
  for (const { id, items } of await tx.db.select().from(vehicleChecks).where(eq(vehicleChecks.driverId, driverId))) {
    const rewritten = items.map((item) => ({ ...item, note: item.note === null ? null : rewrite(item.note) }))
    await tx.db.update(vehicleChecks).set({ items: rewritten }).where(eq(vehicleChecks.id, id))
  }
}
