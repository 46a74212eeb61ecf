import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Resolution } from '../../domain/vehicle-check.ts'
import type { Writer } from '../storage.ts'
import type { DriverRow } from './drivers.ts'
import { isToDriver, messageTask } from './messages.ts'

/** Deletes data only about a driver: points, absences, links, messages, stored responses, and names of devices. */
export async function dropTracesOf(tx: Writer, driver: DriverRow): Promise<void> {
  const { blocks, credentials, devices, feeds, storedResponses, locations, signInLinks } = tx.t
  await tx.db.delete(blocks).where(eq(blocks.driverId, driver.id))
  await tx.db.delete(feeds).where(eq(feeds.driverId, driver.id))
  await tx.db.delete(locations).where(eq(locations.driverId, driver.id))
  await tx.db.delete(signInLinks).where(eq(signInLinks.driverId, driver.id))
  await tx.db.delete(storedResponses).where(eq(storedResponses.scope, `driver:${driver.id}`))
  await tx.db
    .update(devices)
    .set({ name: 'Erased device', pushPlatform: null, encryptedPushToken: null, lastUsedAt: null })
    .where(eq(devices.driverId, driver.id))
  await tx.db.update(credentials).set({ name: 'Erased device' }).where(eq(credentials.driverId, driver.id))
  await dropCodes(tx, driver)
  await dropMessages(tx, driver)
}

async function dropCodes(tx: Writer, { phoneHash }: DriverRow): Promise<void> {
  const { signInCodes } = tx.t
  if (phoneHash !== null) await tx.db.delete(signInCodes).where(eq(signInCodes.phoneHash, phoneHash))
}

/** Deletes a driver's messages by name and by their present addresses, with the scheduler's note of a failed one. */
async function dropMessages(tx: Writer, driver: DriverRow): Promise<void> {
  const { messages, scheduler } = tx.t
  const gone = await tx.db.delete(messages).where(isToDriver(tx, driver)).returning({ id: messages.id })
  const ids = gone.map((message) => message.id)
  await tx.db.delete(scheduler).where(and(eq(scheduler.kind, messageTask), inArray(scheduler.subjectId, ids)))
}

/** Functions that rewrite texts: one for the driver's own texts, and one for those of other people. */
export type Rewriting = { readonly own: Rewrite; readonly others: Rewrite }

type Rewrite = (text: string) => string

/** Removes positions from everything a driver reported, and rewrites every text about their trips. */
export async function rewriteWordsOf(tx: Writer, driverId: number, rewriting: Rewriting): Promise<void> {
  const { assignments, incidents, tripEvents } = tx.t
  const theirs = tx.db.select({ id: assignments.id }).from(assignments).where(eq(assignments.driverId, driverId))
  await tx.db.update(tripEvents).set({ point: sql`null` }).where(inArray(tripEvents.assignmentId, theirs))
  await tx.db.update(incidents).set({ point: sql`null` }).where(eq(incidents.driverId, driverId))

  await rewriteEvents(tx, driverId, rewriting)
  await rewriteIncidents(tx, driverId, rewriting)
  await rewriteDuties(tx, driverId, rewriting)
  await rewriteChecks(tx, driverId, rewriting)
  await rewriteCancellations(tx, driverId, rewriting)
  await rewriteQuotes(tx, driverId, rewriting)
  await rewritePayouts(tx, driverId, rewriting)
  await rewriteBooks(tx, driverId, rewriting)
  await rewriteAmendments(tx, driverId, rewriting)
}

async function rewriteEvents(tx: Writer, driverId: number, { own, others }: Rewriting): Promise<void> {
  const { assignments, tripEvents } = tx.t
  const events = await tx.db
    .select({ id: tripEvents.id, note: tripEvents.note, driverId: assignments.driverId })
    .from(tripEvents)
    .leftJoin(assignments, eq(assignments.id, tripEvents.assignmentId))
    .where(and(inArray(tripEvents.bookingId, bookingsOf(tx, driverId)), isNotNull(tripEvents.note)))
  for (const event of events) {
    const note = (event.driverId === driverId ? own : others)(event.note ?? '')
    if (note !== event.note) await tx.db.update(tripEvents).set({ note }).where(eq(tripEvents.id, event.id))
  }
}

async function rewriteIncidents(tx: Writer, driverId: number, { own, others }: Rewriting): Promise<void> {
  const { incidents } = tx.t
  const isOfTheirTrips = inArray(incidents.bookingId, bookingsOf(tx, driverId))
  for (const incident of await tx.db.select().from(incidents).where(isOfTheirTrips)) {
    const note = (incident.driverId === driverId ? own : others)(incident.note)
    const moveNote = incident.moveNote === null ? null : others(incident.moveNote)
    if (note === incident.note && moveNote === incident.moveNote) continue
    await tx.db.update(incidents).set({ note, moveNote }).where(eq(incidents.id, incident.id))
  }
}

/** Rewrites the reasons of declined duties, and the places to report, which may be a driver's home. */
async function rewriteDuties(tx: Writer, driverId: number, { own, others }: Rewriting): Promise<void> {
  const { assignments } = tx.t
  const isOfTheirTrips = inArray(assignments.bookingId, bookingsOf(tx, driverId))
  const isWorded = or(isNotNull(assignments.declineReason), isNotNull(assignments.reportPlace))
  for (const duty of await tx.db.select().from(assignments).where(and(isOfTheirTrips, isWorded))) {
    const rewrite = duty.driverId === driverId ? own : others
    const declineReason = duty.declineReason === null ? null : rewrite(duty.declineReason)
    const reportPlace = duty.reportPlace === null ? null : others(duty.reportPlace)
    if (declineReason === duty.declineReason && reportPlace === duty.reportPlace) continue
    await tx.db.update(assignments).set({ declineReason, reportPlace }).where(eq(assignments.id, duty.id))
  }
}

async function rewriteChecks(tx: Writer, driverId: number, { own, others }: Rewriting): Promise<void> {
  const { vehicleChecks } = tx.t
  const chosen = () => tx.db.select({ id: vehicleChecks.id }).from(vehicleChecks)
  const made = chosen().where(eq(vehicleChecks.driverId, driverId))
  // With one "or" condition PostgreSQL would read the whole table.
  const theirs = made.unionAll(chosen().where(inArray(vehicleChecks.bookingId, bookingsOf(tx, driverId))))
  for (const check of await tx.db.select().from(vehicleChecks).where(inArray(vehicleChecks.id, theirs))) {
    const rewrite = check.driverId === driverId ? own : others
    const items = check.items.map((item) => ({ ...item, note: item.note === null ? null : rewrite(item.note) }))
    await tx.db
      .update(vehicleChecks)
      .set({ items, resolution: check.resolution && rewritten(check.resolution, others) })
      .where(eq(vehicleChecks.id, check.id))
  }
}

function rewritten({ note, rectifiedBy, odometer }: Resolution, rewrite: Rewrite): Resolution {
  return { note: rewrite(note), rectifiedBy: rewrite(rectifiedBy), odometer }
}

/** Rewrites the reasons of cancellations, which may mention the driver's illness. */
async function rewriteCancellations(tx: Writer, driverId: number, { others }: Rewriting): Promise<void> {
  const { bookings, trips } = tx.t
  const isTheirs = and(inArray(bookings.id, bookingsOf(tx, driverId)), isNotNull(bookings.cancellation))
  for (const { id, tripId, cancellation } of await tx.db.select().from(bookings).where(isTheirs)) {
    if (cancellation === null) continue
    const rewritten = { ...cancellation, reason: others(cancellation.reason) }
    if (rewritten.reason === cancellation.reason) continue
    await tx.db.update(bookings).set({ cancellation: rewritten }).where(eq(bookings.id, id))
    await tx.db.update(trips).set({ cancellation: rewritten }).where(eq(trips.id, tripId))
  }
}

/** Removes the driver's name from the terms of quotes to customers. */
async function rewriteQuotes(tx: Writer, driverId: number, { others }: Rewriting): Promise<void> {
  const { bookings, quoteRevisions, quotes } = tx.t
  const trips = tx.db
    .select({ id: bookings.tripId })
    .from(bookings)
    .where(inArray(bookings.id, bookingsOf(tx, driverId)))
  for (const quote of await tx.db.select().from(quotes).where(inArray(quotes.tripId, trips))) {
    const { id, note, rejectionReason, vehicles } = quote
    const rewritten = inWords({ note, vehicles }, others)
    const reason = rejectionReason === null ? null : others(rejectionReason)
    await tx.db
      .update(quotes)
      .set({ ...rewritten, rejectionReason: reason })
      .where(eq(quotes.id, id))
    for (const revision of await tx.db.select().from(quoteRevisions).where(eq(quoteRevisions.quoteId, id))) {
      const terms = inWords(revision.terms, others)
      await tx.db.update(quoteRevisions).set({ terms }).where(eq(quoteRevisions.id, revision.id))
    }
  }
}

async function rewritePayouts(tx: Writer, driverId: number, { others }: Rewriting): Promise<void> {
  const { payouts } = tx.t
  const failed = and(inArray(payouts.bookingId, bookingsOf(tx, driverId)), isNotNull(payouts.failureReason))
  for (const { id, failureReason } of await tx.db.select().from(payouts).where(failed)) {
    await tx.db
      .update(payouts)
      .set({ failureReason: others(failureReason ?? '') })
      .where(eq(payouts.id, id))
  }
}

/** Rewrites the notes of extras and the reasons of reversed payments, which may name the driver. */
async function rewriteBooks(tx: Writer, driverId: number, { others }: Rewriting): Promise<void> {
  const { bookings, extras, payments } = tx.t
  const noted = and(inArray(extras.bookingId, bookingsOf(tx, driverId)), isNotNull(extras.note))
  for (const { id, note } of await tx.db.select().from(extras).where(noted)) {
    await tx.db
      .update(extras)
      .set({ note: others(note ?? '') })
      .where(eq(extras.id, id))
  }
  const trips = tx.db
    .select({ id: bookings.tripId })
    .from(bookings)
    .where(inArray(bookings.id, bookingsOf(tx, driverId)))
  const reversed = and(inArray(payments.tripId, trips), isNotNull(payments.reverseReason))
  for (const { id, reverseReason } of await tx.db.select().from(payments).where(reversed)) {
    await tx.db
      .update(payments)
      .set({ reverseReason: others(reverseReason ?? '') })
      .where(eq(payments.id, id))
  }
}

/** Rewrites the reasons of amendments and the replaced values, which may name the driver. */
async function rewriteAmendments(tx: Writer, driverId: number, { others }: Rewriting): Promise<void> {
  const { amendments, bookings, trips } = tx.t
  const driven = bookingsOf(tx, driverId)
  for (const row of await tx.db.select().from(amendments).where(inArray(amendments.bookingId, driven))) {
    const said = (text: string | null) => (text === null ? null : others(text))
    const rewritten = { changes: inAllWords(row.changes, others), before: inAllWords(row.before, others) }
    await tx.db
      .update(amendments)
      .set({ ...rewritten, reason: said(row.reason), declineReason: said(row.declineReason) })
      .where(eq(amendments.id, row.id))
  }
  const theirs = tx.db.select({ id: bookings.tripId }).from(bookings).where(inArray(bookings.id, driven))
  const amended = and(inArray(trips.id, theirs), isNotNull(trips.offeredItinerary))
  for (const { id, itinerary } of await tx.db.select().from(trips).where(amended)) {
    await tx.db
      .update(trips)
      .set({ itinerary: inAllWords(itinerary, others) })
      .where(eq(trips.id, id))
  }
  const changed = and(inArray(bookings.id, driven), isNotNull(bookings.vehicles))
  for (const { id, vehicles } of await tx.db.select().from(bookings).where(changed)) {
    await tx.db
      .update(bookings)
      .set({ vehicles: inWords(vehicles, others) })
      .where(eq(bookings.id, id))
  }
}

/** A copy of these terms with entered text rewritten. */
function inWords<Terms>(terms: Terms, rewrite: Rewrite): Terms {
  return rewriteMembers(terms, ['note', 'description'], rewrite)
}

/** A copy of a trip with entered text rewritten, including the operator's notes. */
function inAllWords<Trip>(trip: Trip, rewrite: Rewrite): Trip {
  return rewriteMembers(trip, ['note', 'notes', 'accessNote', 'description'], rewrite)
}

function rewriteMembers<Whole>(terms: Whole, typed: readonly string[], rewrite: Rewrite): Whole {
  const isTyped = (member: string) => typed.includes(member)
  return JSON.parse(JSON.stringify(terms), (member, inner) =>
    isTyped(member) && typeof inner === 'string' ? rewrite(inner) : inner,
  )
}

/** The bookings a driver was ever assigned to. */
function bookingsOf(tx: Writer, driverId: number) {
  const { assignments } = tx.t
  return tx.db.select({ id: assignments.bookingId }).from(assignments).where(eq(assignments.driverId, driverId))
}
