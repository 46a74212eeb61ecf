import { createKey } from '../plain/key.ts'
import { callDriverApi } from './api.ts'
import { changeAppState, goToPage, openSignIn, readAppState } from './app.ts'
import { readDraft, saveDraft } from './drafts.ts'
import {
  type BoxEntry,
  type CallAnswer,
  findAdjustment,
  findEntryAge,
  findFate,
  hasTime,
  isAmong,
  isBreakdown,
  isBrokenBy,
  isMaybeReceived,
  isQueued,
  isSameCheck,
  listWaiting,
  type NewBoxEntry,
  type SavedReport,
  type TypedFor,
} from './outbox.ts'
import { applyCheck, applyTrip, forgetReadTimes, readAll, readOpenedTrip, readTrip, removeTrip } from './reading.ts'
import type { CabTrip, DriverRecords } from './records.ts'
import { findClockError, isTimeFresh, toApiInstant } from './server-time.ts'
import { isDriverConfirmed } from './signed-in-driver.ts'
import { addEntry, changeEntry, readOutbox, removeEntry, removeUntried } from './store.ts'

/** A decision of the driver before it is in the outbox. */
type Decision = {
  readonly path: string
  readonly title: string
  readonly tripRef: string | null
  readonly body?: BoxEntry['body']
  readonly typed?: TypedFor | null
  /** The instant (ms) of the event on the phone's clock; now by default. */
  readonly at?: number
}

/** Draft name of the mark that the driver has read the notice about the clock. */
export const clockNotice = 'clock-notice'

/** Draft name of reports on their way into the outbox. */
const tapped = 'tapped'

let isSending = false
let isAskedAgain = false
let restUntil = 0
let adding: Promise<unknown> = Promise.resolve()

/** Whether the outbox is being sent now. */
export function isSendingNow(): boolean {
  return isSending
}

/** Saves a report, then sends it when possible. A repeated report is saved once. */
export function decideEntry({ path, title, tripRef, body = null, typed = null, at = Date.now() }: Decision): Promise<void> {
  const entry: NewBoxEntry = { path, title, tripRef, body, typed, key: createKey(), at, aheadMs: findClockError() }
  saveDraft(tapped, [...(readDraft<NewBoxEntry[]>(tapped) ?? []), entry])
  // Reports are saved one after the other, so that the second of two taps finds the first.
  const added = adding.then(async () => {
    await saveEntry(entry)
    await showOutbox()
  })
  adding = added.catch(() => {})
  void added.then(sendOutbox)
  return added
}

/** Adds saved decisions to the outbox, including those from just before the page closed. */
export async function addToOutbox(): Promise<void> {
  for (const entry of readDraft<NewBoxEntry[]>(tapped) ?? []) await saveEntry(entry)
  await showOutbox()
}

/** Moves an entry from fast storage to the outbox. Its key makes it count once, even if two tabs send it. */
async function saveEntry(entry: NewBoxEntry): Promise<void> {
  const box = await readOutbox()
  if (!box.some(({ key }) => key === entry.key) && !isQueued(box, entry)) await addEntry(entry)
  const others = (readDraft<NewBoxEntry[]>(tapped) ?? []).filter(({ key }) => key !== entry.key)
  saveDraft(tapped, others.length === 0 ? null : others)
}

/** Undoes a step: removes an unsent step from the outbox, otherwise reports the undo to the office. */
export async function undoDriverStep(tripRef: string, status: string, leg: number): Promise<void> {
  const last = listWaiting(await readOutbox()).findLast(
    (entry) => entry.tripRef === tripRef && entry.body?.status === status && entry.body.leg === leg && entry.body.undo !== true,
  )
  if (last !== undefined && (await removeUntried(last.id))) return showOutbox()
  const body = { status, leg, occurred_at: toApiInstant(Date.now()), undo: true }
  await decideEntry({ path: `/trips/${tripRef}/progress`, title: 'Undo', tripRef, body })
}

/** Reports that the coach is on time again. An unsent delay leaves the box first, and `report` sends the rest. */
export async function reportOnTime(tripRef: string, leg: number, report: () => Promise<void>): Promise<void> {
  const isDelay = ({ tripRef: ref, body }: BoxEntry) => ref === tripRef && body?.status === 'delayed' && body.leg === leg
  const last = listWaiting(await readOutbox()).findLast(isDelay)
  if (last !== undefined && last.body?.delay_minutes !== 0) await removeUntried(last.id)
  return report()
}

/** Removes a refused report after the driver has read the reason. */
export async function removeRefused(id: number): Promise<void> {
  await removeEntry(id)
  await showOutbox()
}

/** Reads the trip of a refused report again, then removes the report. Returns false without a response, and keeps the report. */
export async function refreshRefused(id: number, tripRef: string): Promise<boolean> {
  const isRead = await readOpenedTrip(tripRef)
  if (isRead) await removeRefused(id)
  return isRead
}

/** Whether the draft of a refused report already contains other input. */
export function isTypedAgain({ draft }: TypedFor): boolean {
  return readDraft(draft) !== null
}

/** Restores a refused report to its draft, with its instant (ms), and opens its page. */
export async function restoreRefused({ id, at }: BoxEntry, { page, draft, value }: TypedFor): Promise<void> {
  saveDraft(draft, typeof value === 'object' && value !== null ? withFirstInstant(value, at) : value)
  await removeRefused(id)
  changeAppState({ mended: readAppState().mended + 1 })
  goToPage(page)
}

/** The typed value with the instant (ms) of its first report. An earlier corrected value keeps its own. */
function withFirstInstant(value: { readonly at?: number | null }, at: number): object {
  return { ...value, at: value.at ?? at }
}

/** Sends an entry that was set aside again, in its place. */
export async function sendAgain(id: number): Promise<void> {
  await changeEntry(id, { refusal: null, answer: null, breakdowns: 0 })
  await showOutbox()
  await sendOutbox()
}

/** Shows the stored outbox. */
export async function showOutbox(): Promise<void> {
  changeAppState({ box: await readOutbox() })
}

/** Sends the waiting entries, oldest first, one at a time. Does nothing during another send, or before a sign-in. */
export async function sendOutbox(): Promise<void> {
  if (isSending) {
    isAskedAgain = true
    return
  }
  if (readAppState().page === '/sign-in') return
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
    const [entry] = listWaiting(await readOutbox())
    if (entry === undefined || !navigator.onLine || Date.now() < restUntil || !(await isDriverConfirmed())) break
    if (hasTime(entry) && !isTimeFresh()) await callDriverApi('GET', '/driver/me')
    // Undone before it was sent.
    if (!(await changeEntry(entry.id, { isTried: true }))) continue
    if (!(await sendOne(entry))) break
    hasSent = true
  }
  await showOutbox()
  if (hasSent) void readAll()
}

/** Sends one entry. Returns whether the next one may be sent. */
async function sendOne(entry: BoxEntry): Promise<boolean> {
  if (entry.tripRef !== null && isMaybeReceived(entry, Date.now())) {
    if (!(await readTrip(entry.tripRef))) return false
    const trip = readAppState().trips[entry.tripRef]
    if (isAmong(trip?.incidents ?? [], entry.body) || isSameCheck(trip?.vehicle_check ?? null, entry.body)) {
      await removeEntry(entry.id)
      return true
    }
  }
  const heard = await callDriverApi<SavedReport>('POST', `/driver${entry.path}`, {
    key: entry.key,
    ...(entry.body !== null && { body: buildSentBody(entry) }),
  })
  changeAppState({ isOnline: navigator.onLine && heard.status !== 0, isOfficeSilent: heard.status >= 500 })
  const fate = findFate(entry, heard)
  if (fate === 'later' && isBrokenBy(entry, heard)) {
    await changeEntry(entry.id, { refusal: "The office's system could not save this report. Send it again, or call the office." })
    await showOutbox()
    return true
  }
  if (fate === 'later') {
    if (isBreakdown(heard.status)) await changeEntry(entry.id, { breakdowns: (entry.breakdowns ?? 0) + 1 })
    restUntil = Date.now() + (heard.retryAfter ?? 0) * 1000
    return false
  }
  if (fate === 'signedOut') {
    openSignIn()
    return false
  }
  if (fate === 'refused') {
    const { message, error, requestId } = heard
    await changeEntry(entry.id, { refusal: message ?? '', answer: { error, requestId } })
    forgetReadTimes()
  } else {
    // The response first: otherwise the step would disappear until the next read.
    applyAnswer(entry, heard)
    const adjustment = findAdjustment(entry.body, heard.data)
    if (adjustment !== null && !(adjustment === 'in the future' && readDraft(clockNotice))) changeAppState({ adjustment })
    await removeEntry(entry.id)
  }
  await showOutbox()
  return true
}

/** The body of an entry with its age, so that the server need not trust this phone's clock. */
function buildSentBody(entry: BoxEntry): object {
  return hasTime(entry) ? { ...entry.body, age_ms: findEntryAge(entry, Date.now(), findClockError()) } : { ...entry.body }
}

function applyAnswer({ path, tripRef }: BoxEntry, { data }: CallAnswer & { readonly data: unknown }): void {
  if (/\/(progress|acknowledge)$/.test(path) && data !== null) {
    applyTrip(data as CabTrip)
    return
  }
  if (path === '/vehicle-checks' && data !== null) applyCheck(data as DriverRecords['VehicleCheck'])
  if (path.endsWith('/decline') && tripRef !== null) removeTrip(tripRef)
  forgetReadTimes()
}
