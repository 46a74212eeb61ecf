import { newKey } from '../plain/key.ts'
import { ask } from './api.ts'
import { appState, change, go, goToSignIn } from './app.ts'
import { keepDraft, readDraft } from './drafts.ts'
import {
  adjustmentOf,
  ageOf,
  type BoxEntry,
  fateOf,
  type HeardBack,
  hasTime,
  isAmong,
  isBreakdown,
  isBrokenBy,
  isQueued,
  isSameCheck,
  mayBeKnown,
  type NewBoxEntry,
  type SavedReport,
  type TypedFor,
  waitingIn,
} from './outbox.ts'
import { dropTrip, lookAt, readAgain, readAll, readTrip, takeCheck, takeTrip } from './reading.ts'
import type { CabTrip, DriverRecords } from './records.ts'
import { apiInstant, clockAhead, isTimeFresh } from './server-time.ts'
import { isDriverSure } from './signed-in-driver.ts'
import { addEntry, changeEntry, readOutbox, removeEntry, removeUntried } from './store.ts'

/** A decision of the driver's, before it is an entry of the outbox. */
type Decision = {
  readonly path: string
  readonly title: string
  readonly tripRef: string | null
  readonly body?: BoxEntry['body']
  readonly typed?: TypedFor | null
  /** The instant (ms), by the phone's clock, at which it happened; now where it is left out. */
  readonly at?: number
}

/** The name of the draft that holds whether the driver has read the notice about the clock. */
export const clockNotice = 'clock-notice'

/** The name of what is on its way into the outbox. */
const tapped = 'tapped'

let isSending = false
let isAskedAgain = false
let restUntil = 0
let adding: Promise<unknown> = Promise.resolve()

/** Whether the outbox is being sent at this moment. */
export function isSendingNow(): boolean {
  return isSending
}

/** Writes down what was decided, then sends it when it can be. The same thing twice is written once. */
export function decide({ path, title, tripRef, body = null, typed = null, at = Date.now() }: Decision): Promise<void> {
  const entry: NewBoxEntry = { path, title, tripRef, body, typed, key: newKey(), at, aheadMs: clockAhead() }
  keepDraft(tapped, [...(readDraft<NewBoxEntry[]>(tapped) ?? []), entry])
  // One after the other, so that the second of two taps sees the first.
  const added = adding.then(async () => {
    await boxUp(entry)
    await showBox()
  })
  adding = added.catch(() => {})
  void added.then(send)
  return added
}

/** Shows the box, with what was tapped in the instant before the page went. */
export async function takeUp(): Promise<void> {
  for (const entry of readDraft<NewBoxEntry[]>(tapped) ?? []) await boxUp(entry)
  await showBox()
}

/**
 * Moves an entry from where it is kept at once to where it is kept for good. Under its key it is sent once, though two
 * tabs do so.
 */
async function boxUp(entry: NewBoxEntry): Promise<void> {
  const box = await readOutbox()
  if (!box.some(({ key }) => key === entry.key) && !isQueued(box, entry)) await addEntry(entry)
  const others = (readDraft<NewBoxEntry[]>(tapped) ?? []).filter(({ key }) => key !== entry.key)
  keepDraft(tapped, others.length === 0 ? null : others)
}

/** Takes a step back: out of the box where it was never sent, else by telling the office. */
export async function undoStep(tripRef: string, status: string, leg: number): Promise<void> {
  const last = waitingIn(await readOutbox()).findLast(
    (entry) => entry.tripRef === tripRef && entry.body?.status === status && entry.body.leg === leg && entry.body.undo !== true,
  )
  if (last !== undefined && (await removeUntried(last.id))) return showBox()
  const body = { status, leg, occurred_at: apiInstant(Date.now()), undo: true }
  await decide({ path: `/trips/${tripRef}/progress`, title: 'Undo', tripRef, body })
}

/** Reports that the coach is on time again. A delay that was never sent leaves the box first, and `report` sends the rest. */
export async function reportOnTime(tripRef: string, leg: number, report: () => Promise<void>): Promise<void> {
  const isDelay = ({ tripRef: ref, body }: BoxEntry) => ref === tripRef && body?.status === 'delayed' && body.leg === leg
  const last = waitingIn(await readOutbox()).findLast(isDelay)
  if (last !== undefined && last.body?.delay_minutes !== 0) await removeUntried(last.id)
  return report()
}

/** Takes out what the office did not take, once the driver has read why. */
export async function removeRefused(id: number): Promise<void> {
  await removeEntry(id)
  await showBox()
}

/** Reads the trip of a refused report again, then removes the report. Returns false, and keeps it, if the office did not answer. */
export async function refreshRefused(id: number, tripRef: string): Promise<boolean> {
  const isRead = await lookAt(tripRef)
  if (isRead) await removeRefused(id)
  return isRead
}

/** Whether something else was typed meanwhile where this would be put back. */
export function isTypedAnew({ draft }: TypedFor): boolean {
  return readDraft(draft) !== null
}

/** Puts what the office did not take back to where it was typed, with when that was (ms), and goes there. */
export async function mendRefused({ id, at }: BoxEntry, { page, draft, value }: TypedFor): Promise<void> {
  keepDraft(draft, typeof value === 'object' && value !== null ? typedAt(value, at) : value)
  await removeRefused(id)
  change({ mended: appState().mended + 1 })
  go(page)
}

/** The typed value with the instant (ms) at which it was first said. One that was mended before keeps its own. */
function typedAt(value: { readonly at?: number | null }, at: number): object {
  return { ...value, at: value.at ?? at }
}

/** Sends what stood aside once more, in its place. */
export async function sendAgain(id: number): Promise<void> {
  await changeEntry(id, { refusal: null, answer: null, breakdowns: 0 })
  await showBox()
  await send()
}

/** Draws the box as the phone keeps it. */
export async function showBox(): Promise<void> {
  change({ box: await readOutbox() })
}

/** Sends what waits, the oldest first, one at a time. Does nothing while it is being sent, or before there is somebody to send it as. */
export async function send(): Promise<void> {
  if (isSending) {
    isAskedAgain = true
    return
  }
  if (appState().page === '/sign-in') return
  isSending = true
  try {
    do {
      isAskedAgain = false
      if (navigator.locks === undefined) await sendWaiting()
      else await navigator.locks.request('charabanc-driver-outbox', sendWaiting)
    } while (isAskedAgain)
  } finally {
    isSending = false
  }
}

async function sendWaiting(): Promise<void> {
  let hasSent = false
  for (;;) {
    const [entry] = waitingIn(await readOutbox())
    if (entry === undefined || !navigator.onLine || Date.now() < restUntil || !(await isDriverSure())) break
    if (hasTime(entry) && !isTimeFresh()) await ask('GET', '/driver/me')
    // Taken back before it was sent.
    if (!(await changeEntry(entry.id, { isTried: true }))) continue
    if (!(await sendOne(entry))) break
    hasSent = true
  }
  await showBox()
  if (hasSent) void readAll()
}

/** Whether the next one may be sent. */
async function sendOne(entry: BoxEntry): Promise<boolean> {
  if (entry.tripRef !== null && mayBeKnown(entry, Date.now())) {
    if (!(await readTrip(entry.tripRef))) return false
    const trip = appState().trips[entry.tripRef]
    if (isAmong(trip?.incidents ?? [], entry.body) || isSameCheck(trip?.vehicle_check ?? null, entry.body)) {
      await removeEntry(entry.id)
      return true
    }
  }
  const heard = await ask<SavedReport>('POST', `/driver${entry.path}`, {
    key: entry.key,
    ...(entry.body !== null && { body: bodyToSend(entry) }),
  })
  change({ isOnline: navigator.onLine && heard.status !== 0, isOfficeSilent: heard.status >= 500 })
  const fate = fateOf(entry, heard)
  if (fate === 'later' && isBrokenBy(entry, heard)) {
    await changeEntry(entry.id, { refusal: "The office's system could not save this report. Send it again, or call the office." })
    await showBox()
    return true
  }
  if (fate === 'later') {
    if (isBreakdown(heard.status)) await changeEntry(entry.id, { breakdowns: (entry.breakdowns ?? 0) + 1 })
    restUntil = Date.now() + (heard.retryAfter ?? 0) * 1000
    return false
  }
  if (fate === 'signedOut') {
    goToSignIn()
    return false
  }
  if (fate === 'refused') {
    const { message, error, requestId } = heard
    await changeEntry(entry.id, { refusal: message ?? '', answer: { error, requestId } })
    readAgain()
  } else {
    // The answer first: between the two the step would be gone for a moment, and without network until the next reading.
    takeAnswer(entry, heard)
    const adjustment = adjustmentOf(entry.body, heard.data)
    if (adjustment !== null && !(adjustment === 'in the future' && readDraft(clockNotice))) change({ adjustment })
    await removeEntry(entry.id)
  }
  await showBox()
  return true
}

/** The body of an entry with its age: the server does not have to trust this phone's clock. */
function bodyToSend(entry: BoxEntry): object {
  return hasTime(entry) ? { ...entry.body, age_ms: ageOf(entry, Date.now(), clockAhead()) } : { ...entry.body }
}

function takeAnswer({ path, tripRef }: BoxEntry, { data }: HeardBack & { readonly data: unknown }): void {
  if (/\/(progress|acknowledge)$/.test(path) && data !== null) {
    takeTrip(data as CabTrip)
    return
  }
  if (path === '/vehicle-checks' && data !== null) takeCheck(data as DriverRecords['VehicleCheck'])
  if (path.endsWith('/decline') && tripRef !== null) dropTrip(tripRef)
  readAgain()
}
