import type { FollowUp } from '../../../domain/refusal-sentences.ts'
import type { TripAnswer } from './answers.ts'
import { buildBearerHeaders, buildPost, callTripApi, findOperatorZone, isOwnSale } from './calls.ts'
import { describeTripFault } from './faults.ts'
import { createIntentions } from './intentions.ts'
import { isAllowedRedirect, type LeftPayment, type PageOpening } from './left-payment.ts'
import { createPace } from './pace.ts'
import type { TripCall, TripPageState } from './page-state.ts'
import { findPageTimeLeft } from './paying.ts'
import { readPaymentMode } from './payment-mode.ts'
import { findPaymentOutcome } from './payment-outcome.ts'
import { backWithout, badLink, formatTripStatus, noLink, notThere, unseen } from './sentences.ts'
import { isUnsettled, type ShownTrip, type TripView } from './shown.ts'
import { findSavedLeaving, removeLeaving, saveLeaving } from './tab-memory.ts'

const beatMs = 1_000
const minuteMs = 60_000
/** Time after which a page that did not open can be tried again (ms). */
const openingMs = 15_000

const { isTransfer, note: payNote } = readPaymentMode(document.documentElement.dataset)

function buildTripView(trip: ShownTrip): TripView {
  return { trip, isTransfer, now: Date.now(), moneyZone: findOperatorZone(), isOwnSale: isOwnSale() }
}

/** The values whose change renders the page again. */
type Rendered = Pick<TripPageState, 'lost' | 'news' | 'silentSince' | 'busyS' | 'reply' | 'isBusy'> & {
  /** The last read trip. The page does not show it while the link is lost. */
  readonly trip: ShownTrip | null
  /** Whether the customer is back from a payment page without a result yet. */
  readonly isBack: boolean
  /** The present minute: it renders times again, although the trip is unchanged. */
  readonly minute: number
}

/**
 * The trip of the page's link, with the calls of its buttons. It has one of these states:
 *
 * - lost: the address has no token, or the server refused it. The page shows the reason.
 * - opening: no read has succeeded yet. The page tries again at its pace.
 * - shown: the trip is read again at its pace while the page is visible.
 * - busy: a button's call is in progress. No read starts, and the answer of an earlier read is dropped.
 * - leaving: as busy, while the browser opens the payment page. It ends with the page, or after 15 seconds (`stay`).
 * - back: the customer is back from a payment page. Each read asks the provider first, until there is a result.
 *
 * `start` begins the reads, and the function that it returns ends them.
 */
export class LiveTrip {
  private rendered: Rendered
  private onChange: () => void = () => undefined
  /** The shown trip as text, to detect a change. */
  private text = ''
  /** Number of replies and of newer reads: an automatic read that began before the last one has older data. */
  private nth = 0
  private left: LeftPayment | null = null
  /** End of the card page on the monotonic clock (ms). */
  private pageEnds: number | null = null
  private opening: ReturnType<typeof setTimeout> | undefined
  private readonly intentions = createIntentions()
  private readonly pace = createPace()

  constructor(private readonly opened: PageOpening) {
    const without = opened.backRef === null ? noLink : backWithout
    const lost = opened.token === '' ? without : null
    this.rendered = {
      ...{ trip: null, lost, news: lost ?? '', silentSince: null, busyS: null, reply: null, isBusy: false, minute: 0 },
      isBack: opened.backRef !== null,
    }
  }

  /** Reads the trip while the page is visible, and calls `onChange` for each new state. Returns the function that ends both. */
  start(onChange: () => void): () => void {
    this.onChange = onChange
    const look = () => void this.look()
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && this.stay()
    look()
    const every = setInterval(() => this.beat(), beatMs)
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', comeBack)
    return () => {
      this.onChange = () => undefined
      clearInterval(every)
      clearTimeout(this.opening)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', comeBack)
    }
  }

  /** Builds the state of the page at this moment. */
  buildPageState(): TripPageState {
    const { trip, isBack, lost, news, silentSince, busyS, reply, isBusy } = this.rendered
    const { act, showReply, lookNow, leave, sendLink, hush } = this
    const view = trip === null || lost !== null ? null : buildTripView(trip)
    return {
      ...{ lost, news, silentSince, busyS, reply, isBusy, payNote, view, backRef: this.opened.backRef },
      isWaiting: isBack && view?.trip.payment?.status === 'awaiting_customer',
      pageLeftMs: this.pageEnds === null ? null : this.pageEnds - performance.now(),
      ...{ act, showReply, lookNow, leave, sendLink, hush },
    }
  }

  private change(changes: Partial<Rendered>): void {
    const isSame = Object.entries(changes).every(([name, value]) => this.rendered[name as keyof Rendered] === value)
    if (isSame) return
    this.rendered = { ...this.rendered, ...changes }
    this.onChange()
  }

  private beat(): void {
    this.change({ busyS: this.pace.waitS() })
    if (this.pace.isDue()) void this.look()
  }

  /** Reads the trip if no call is in progress, and shows a change. */
  private async look(): Promise<void> {
    if (document.visibilityState === 'hidden' || this.pace.waitS() !== null) return
    this.change({ minute: Math.floor(Date.now() / minuteMs) })
    const { nth, rendered } = this
    if (rendered.isBusy || this.opened.token === '') return
    this.pace.begun()
    const before = rendered.trip
    const asksOn = before === null ? rendered.isBack : isUnsettled(before)
    const { data, error, sentAt } = await (asksOn ? this.check() : this.read())
    if (this.rendered.isBusy || nth !== this.nth) return
    if (data === undefined) return this.refuse(error)
    const current = data as ShownTrip
    const isChanged = this.show(current, sentAt)
    if (this.endPayment(true)) return
    if (isChanged) {
      this.change({ reply: null, news: `This page has been updated. Status: ${formatTripStatus(buildTripView(current))}.` })
    } else if (before === null && isUnsettled(current) && !asksOn) void this.look()
  }

  private async read(): Promise<TripAnswer> {
    return this.noteSilence(await this.call('trip', { headers: buildBearerHeaders(this.opened.token) }))
  }

  /** Reads the trip after the server has asked the payment provider. */
  private async check(): Promise<TripAnswer> {
    const answer = await this.call('trip/check-payment', buildPost({}, buildBearerHeaders(this.opened.token)))
    return answer.data === undefined && ![0, 429].includes(answer.status) ? this.read() : this.noteSilence(answer)
  }

  private async call(path: string, init: RequestInit): Promise<TripAnswer> {
    const answer = await callTripApi(path, init)
    const { trip, isBack } = this.rendered
    this.pace.noteServerAnswer(answer, trip === null ? isBack : isUnsettled(trip))
    this.change({ busyS: this.pace.waitS() })
    return answer
  }

  private noteSilence(answer: TripAnswer): TripAnswer {
    // Only a refusal is a response; a failing server counts as no connection.
    const isSilent = answer.data === undefined && ![401, 403, 404, 429].includes(answer.status)
    this.change({ silentSince: isSilent ? (this.rendered.silentSince ?? Date.now()) : null })
    return answer
  }

  /** Shows a read trip. True if it differs from the one shown before. */
  private show(trip: ShownTrip, sentAt: number | null): boolean {
    const leftMs = findPageTimeLeft(trip, sentAt ?? Date.now(), Date.now())
    this.pageEnds = leftMs === null ? null : performance.now() + leftMs
    const text = JSON.stringify(trip)
    if (text === this.text) return false
    const isFirst = this.rendered.trip === null
    this.intentions.moved()
    this.text = text
    this.change({ trip, lost: null, news: '' })
    document.title = `${trip.summary} (${trip.ref})`
    if (!isFirst) return true
    this.left = findSavedLeaving(trip.ref)
    if (this.left !== null) this.change({ isBack: true })
    return false
  }

  private refuse(error: TripAnswer['error']): void {
    if (error?.code === 'unauthenticated' || error?.code === 'wrong_credential') this.change({ lost: badLink })
    else if (this.rendered.trip === null) this.change({ news: error?.message ?? '' })
  }

  /** Ends the wait for a payment that now has a result. Shows the result if `isShown`, and returns whether it did. */
  private endPayment(isShown: boolean): boolean {
    const { trip, isBack } = this.rendered
    if (trip === null || isUnsettled(trip) || !isBack) return false
    const { left } = this
    removeLeaving(trip.ref)
    this.left = null
    this.change({ isBack: false })
    if (left === null || !isShown) return false
    const { text, isGrave } = findPaymentOutcome(left, buildTripView(trip))
    this.showReply(text, 'payment', isGrave)
    return true
  }

  /** Resumes the page, which is visible again without a reload, or was never left. */
  private stay(): void {
    clearTimeout(this.opening)
    this.change({ isBusy: false, reply: null, isBack: this.left !== null })
    void this.look()
  }

  /** Shows the reply of a call, or leaves for the payment page that it opened. */
  private reply({ place, done, onFields, toCard }: TripCall, answer: TripAnswer, isRead: boolean, isLost: boolean): void {
    const { trip } = this.rendered
    const view = trip && buildTripView(trip)
    const { error, requestId } = answer
    if (error?.fields !== undefined && onFields?.(error.fields)) this.hush()
    else if (isLost) this.showReply('The answer was lost. This page shows the current status.', place)
    else if (error !== undefined) {
      const { says, next } = describeTripFault(error, view, isTransfer ? null : toCard, requestId)
      this.showReply(says, place, true, next)
    } else if (!isRead) this.showReply(unseen, place)
    else if (view !== null && !(toCard !== undefined && this.leave(view, place))) this.showReply(done(view), place)
  }

  private readonly act = async (call: TripCall): Promise<boolean> => {
    if (this.rendered.isBusy) return false
    const { path, body, place } = call
    this.change({ isBusy: true })
    this.showReply('One moment…', place)
    const headers = { ...buildBearerHeaders(this.opened.token), 'Idempotency-Key': this.intentions.keyFor(path, body) }
    const answer = await this.call(`trip${path}`, buildPost(body, headers))
    const isUnheard = answer.status === 0
    if (answer.isFinal) this.intentions.noteFinalAnswer(path, answer.error === undefined)
    else if (isUnheard) this.intentions.lost(path)
    // Some calls return no trip, and a replayed response has an old state.
    const said = answer.data as Partial<ShownTrip> | undefined
    const isTold = (said !== undefined && 'quotes' in said && !answer.isReplayed) || answer.status === 429
    const { data: current, sentAt } = isTold ? answer : await this.read()
    this.change({ isBusy: false })
    const before = this.text
    if (current !== undefined) this.show(current as ShownTrip, sentAt)
    this.reply(call, answer, current !== undefined, isUnheard && this.text !== before)
    const isDone = answer.error === undefined
    if (isDone) this.endPayment(false)
    return isDone
  }

  private readonly showReply = (text: string, place: string, isGrave = false, next: readonly FollowUp[] = []): void => {
    this.nth += 1
    this.change({ reply: { text, place, isGrave, nth: this.nth, next } })
  }

  private readonly hush = (): void => this.change({ reply: null })

  private readonly lookNow = async (place: string, unread: string): Promise<TripView | null> => {
    if (this.rendered.isBusy) return null
    this.change({ isBusy: true })
    const { data, sentAt } = await this.read()
    this.change({ isBusy: false })
    if (data === undefined) {
      this.showReply(unread, place, true)
      return null
    }
    this.nth += 1
    this.show(data as ShownTrip, sentAt)
    return buildTripView(data as ShownTrip)
  }

  private readonly leave = ({ trip: { ref, payment, booking } }: TripView, place: string): boolean => {
    if (!payment?.url) return false
    if (!isAllowedRedirect(payment.url, location.origin)) {
      this.showReply(notThere, place, true)
      return true
    }
    const { purpose, quote_id: id, quote_revision: revision } = payment
    this.left = { purpose, quote: revision === null ? null : { id, revision }, paid: booking?.paid_amount ?? 0 }
    saveLeaving(ref, this.opened.token, this.left)
    this.change({ isBusy: true })
    this.showReply('Opening the payment page…', place)
    this.opening = setTimeout(() => this.stay(), openingMs)
    location.assign(payment.url)
    return true
  }

  private readonly sendLink = async (email: string, ref: string): Promise<void> => {
    if (this.rendered.isBusy) return
    this.change({ isBusy: true })
    this.showReply('One moment…', 'lost')
    const body = buildPost({ email: email.trim(), ref: ref.trim().toUpperCase() })
    const { message, error, requestId } = await callTripApi('link', body)
    this.change({ isBusy: false })
    const says = error === undefined ? (message ?? '') : describeTripFault(error, null, null, requestId).says
    this.showReply(says, 'lost', error !== undefined)
  }
}
