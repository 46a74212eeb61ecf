import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { FollowUp } from '../../../domain/refusal-sentences.ts'
import type { TripAnswer, TripFault } from './answers.ts'
import { buildBearerHeaders, buildPost, callTripApi, findOperatorZone, isOwnSale } from './calls.ts'
import { describeTripFault } from './faults.ts'
import { createIntentions } from './intentions.ts'
import { isAllowedRedirect, type LeftPayment, readOpening } from './left-payment.ts'
import { createPace } from './pace.ts'
import type { ReplyLine, TripCall, TripPageState } from './page-state.ts'
import { findPageTimeLeft } from './paying.ts'
import { readPaymentMode } from './payment-mode.ts'
import { findPaymentOutcome } from './payment-outcome.ts'
import { backWithout, badLink, formatTripStatus, noLink, notThere, unseen } from './sentences.ts'
import { isUnsettled, type ShownTrip, type TripView } from './shown.ts'
import { findSavedLeaving, findSavedToken, removeLeaving, saveLeaving } from './tab-memory.ts'

const beatMs = 1_000
const minuteMs = 60_000
/** Time after which a page that did not open can be tried again (ms). */
const openingMs = 15_000

const { isTransfer, note: payNote } = readPaymentMode(document.documentElement.dataset)

function buildTripView(trip: ShownTrip): TripView {
  return { trip, isTransfer, now: Date.now(), moneyZone: findOperatorZone(), isOwnSale: isOwnSale() }
}

/** Reads how the page was opened. After a payment page it restores the token in the address. */
function readOpenedPage() {
  const opened = readOpening(location, findSavedToken)
  if (opened.backRef !== null && opened.token !== '') history.replaceState(null, '', `${location.pathname}#${opened.token}`)
  return opened
}

/** Reads the trip of the link while the page is visible, and runs the calls of its buttons. */
export function useTrip(): TripPageState {
  const [{ token, backRef }, setOpened] = useState(readOpenedPage)
  const [trip, setTrip] = useState<ShownTrip | null>(null)
  const [lost, setLost] = useState<string | null>(null)
  const [news, setNews] = useState('')
  const [silentSince, setSilentSince] = useState<number | null>(null)
  const [busyS, setBusyS] = useState<number | null>(null)
  const [reply, setReply] = useState<ReplyLine | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isBack, setBack] = useState(backRef !== null)
  const [, setMinute] = useState(0)
  /** Values for the time before the next render. `pageEnds` is on the monotonic clock. */
  const at = useRef({
    isBusy: false,
    shown: '',
    trip: null as ShownTrip | null,
    nth: 0,
    isBack,
    left: null as LeftPayment | null,
    pageEnds: null as number | null,
  })

  const state = useMemo(() => {
    const intentions = createIntentions()
    const pace = createPace()
    let opening: ReturnType<typeof setTimeout> | undefined

    const heardOf = (answer: TripAnswer) => {
      // Only a refusal is a response; a failing server counts as no connection.
      const isSilent = answer.data === undefined && ![401, 403, 404, 429].includes(answer.status)
      setSilentSince((since) => (isSilent ? (since ?? Date.now()) : null))
      return answer
    }

    const call = async (path: string, init: RequestInit) => {
      const answer = await callTripApi(path, init)
      const { trip: current, isBack: wasBack } = at.current
      pace.noteServerAnswer(answer, current === null ? wasBack : isUnsettled(current))
      setBusyS(pace.waitS())
      return answer
    }

    const read = async () => heardOf(await call('trip', { headers: buildBearerHeaders(token) }))

    /** Reads the trip after the server has asked the payment provider. */
    const check = async () => {
      const answer = await call('trip/check-payment', buildPost({}, buildBearerHeaders(token)))
      return answer.data === undefined && ![0, 429].includes(answer.status) ? read() : heardOf(answer)
    }

    const show = (current: ShownTrip, sentAt: number | null) => {
      const leftMs = findPageTimeLeft(current, sentAt ?? Date.now(), Date.now())
      at.current.pageEnds = leftMs === null ? null : performance.now() + leftMs
      const text = JSON.stringify(current)
      if (text === at.current.shown) return false
      const before = at.current.trip
      intentions.moved()
      at.current.shown = text
      at.current.trip = current
      setTrip(current)
      setLost(null)
      setNews('')
      document.title = `${current.summary} (${current.ref})`
      if (before === null) remember(findSavedLeaving(current.ref))
      return before !== null
    }

    const remember = (left: LeftPayment | null) => {
      at.current.left = left
      if (left !== null) comeBack(true)
    }

    const comeBack = (isOn: boolean) => {
      at.current.isBack = isOn
      setBack(isOn)
    }

    const showReply = (text: string, place: string, isGrave = false, next: readonly FollowUp[] = []) => {
      at.current.nth += 1
      setReply({ text, place, isGrave, nth: at.current.nth, next })
    }

    const hold = (isOn: boolean) => {
      at.current.isBusy = isOn
      setBusy(isOn)
    }

    /** Shows the result of a payment that the customer left the page for; true if a sentence is shown. */
    const tellEnd = (isSaid: boolean) => {
      const { trip: current, left, isBack: wasBack } = at.current
      if (current === null || isUnsettled(current) || !wasBack) return false
      removeLeaving(current.ref)
      at.current.left = null
      comeBack(false)
      if (left === null || !isSaid) return false
      const { text, isGrave } = findPaymentOutcome(left, buildTripView(current))
      showReply(text, 'payment', isGrave)
      return true
    }

    const look = async () => {
      if (document.visibilityState === 'hidden' || pace.waitS() !== null) return
      // Renders times again, although the trip is unchanged.
      setMinute(Math.floor(Date.now() / minuteMs))
      if (at.current.isBusy || token === '') return
      pace.begun()
      const { nth, trip: before } = at.current
      const asksOn = before === null ? at.current.isBack : isUnsettled(before)
      const { data, error, sentAt } = await (asksOn ? check() : read())
      // A newer call has newer data.
      if (at.current.isBusy || nth !== at.current.nth) return
      if (data === undefined) return refuse(error)
      const current = data as ShownTrip
      const isChanged = show(current, sentAt)
      if (tellEnd(true)) return
      if (isChanged) {
        setReply(null)
        setNews(`This page has been updated. Status: ${formatTripStatus(buildTripView(current))}.`)
      } else if (before === null && isUnsettled(current) && !asksOn) look()
    }

    const beat = () => {
      setBusyS(pace.waitS())
      if (pace.isDue()) look()
    }

    const refuse = (error: TripFault | undefined) => {
      if (error?.code === 'unauthenticated' || error?.code === 'wrong_credential') {
        setTrip(null)
        setLost(badLink)
      } else if (at.current.trip === null) setNews(error?.message ?? '')
    }

    const leave = ({ trip: from }: TripView, place: string) => {
      const { ref, payment, booking } = from
      if (!payment?.url) return false
      if (!isAllowedRedirect(payment.url, location.origin)) {
        showReply(notThere, place, true)
        return true
      }
      const { purpose, quote_id: id, quote_revision: revision } = payment
      const left = { purpose, quote: revision === null ? null : { id, revision }, paid: booking?.paid_amount ?? 0 }
      saveLeaving(ref, token, left)
      at.current.left = left
      hold(true)
      showReply('Opening the payment page…', place)
      opening = setTimeout(stay, openingMs)
      location.assign(payment.url)
      return true
    }

    /** Resumes the page, which is visible again without a reload, or was never left. */
    const stay = () => {
      clearTimeout(opening)
      hold(false)
      setReply(null)
      comeBack(at.current.left !== null)
      look()
    }

    const act = async ({ path, body, place, done, onFields, toCard }: TripCall) => {
      if (at.current.isBusy) return false
      hold(true)
      showReply('One moment…', place)
      const key = intentions.keyFor(path, body)
      const heard = await call(`trip${path}`, buildPost(body, { ...buildBearerHeaders(token), 'Idempotency-Key': key }))
      const isUnheard = heard.status === 0
      if (heard.isFinal) intentions.noteFinalAnswer(path, heard.error === undefined)
      else if (isUnheard) intentions.lost(path)
      // Some calls return no trip, and a replayed response has an old state.
      const said = heard.data as Partial<ShownTrip> | undefined
      const isTold = (said !== undefined && 'quotes' in said && !heard.isReplayed) || heard.status === 429
      const { data: current, sentAt } = isTold ? heard : await read()
      hold(false)
      const before = at.current.shown
      if (current !== undefined) show(current as ShownTrip, sentAt)
      const view = at.current.trip && buildTripView(at.current.trip)
      const isLost = isUnheard && at.current.shown !== before
      const fields = heard.error?.fields
      const isDone = heard.error === undefined
      if (fields !== undefined && onFields?.(fields)) setReply(null)
      else if (isLost) showReply('The answer was lost. This page shows the current status.', place)
      else if (heard.error !== undefined) {
        const { says, next } = describeTripFault(heard.error, view, isTransfer ? null : toCard, heard.requestId)
        showReply(says, place, true, next)
      } else if (current === undefined) showReply(unseen, place)
      else if (view !== null && !(toCard !== undefined && leave(view, place))) showReply(done(view), place)
      if (isDone) tellEnd(false)
      return isDone
    }

    const lookNow = async (place: string, unread: string) => {
      if (at.current.isBusy) return null
      hold(true)
      const { data, sentAt } = await read()
      hold(false)
      if (data === undefined) {
        showReply(unread, place, true)
        return null
      }
      // An earlier read has older data.
      at.current.nth += 1
      show(data as ShownTrip, sentAt)
      return buildTripView(data as ShownTrip)
    }

    const sendLink = async (email: string, ref: string) => {
      if (at.current.isBusy) return
      hold(true)
      showReply('One moment…', 'lost')
      const { message, error, requestId } = await callTripApi(
        'link',
        buildPost({ email: email.trim(), ref: ref.trim().toUpperCase() }),
      )
      hold(false)
      showReply(
        error === undefined ? (message ?? '') : describeTripFault(error, null, null, requestId).says,
        'lost',
        error !== undefined,
      )
    }

    return { look, beat, act, showReply, lookNow, leave, stay, sendLink }
  }, [token])

  useEffect(() => {
    const turn = () => {
      at.current.isBack = false
      setBack(false)
      setOpened({ token: location.hash.slice(1), backRef: null })
    }
    addEventListener('hashchange', turn)
    return () => removeEventListener('hashchange', turn)
  }, [])

  useEffect(() => {
    const without = backRef === null ? noLink : backWithout
    Object.assign(at.current, { shown: '', trip: null, left: null })
    setTrip(null)
    setReply(null)
    setNews(token === '' ? without : '')
    setLost(token === '' ? without : null)
    state.look()
    const every = setInterval(state.beat, beatMs)
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && state.stay()
    document.addEventListener('visibilitychange', state.look)
    addEventListener('pageshow', comeBack)
    return () => {
      clearInterval(every)
      document.removeEventListener('visibilitychange', state.look)
      removeEventListener('pageshow', comeBack)
    }
  }, [state, token, backRef])

  const view = trip && buildTripView(trip)
  const { pageEnds } = at.current
  const { act, showReply, lookNow, leave, sendLink } = state
  return {
    ...{ view, lost, backRef, news, silentSince, busyS, reply, isBusy, payNote },
    isWaiting: isBack && trip?.payment?.status === 'awaiting_customer',
    pageLeftMs: pageEnds === null ? null : pageEnds - performance.now(),
    ...{ act, showReply, lookNow, leave, sendLink },
    hush: () => setReply(null),
  }
}
