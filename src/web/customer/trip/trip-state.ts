import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { refusalWords } from '../../plain/refusal-words.ts'
import type { FollowUp } from '../../plain/refusals.ts'
import type { TripAnswer, TripFault } from './answers.ts'
import { ask, bearer, isOwnSale, operatorZone, posting } from './calls.ts'
import { cameOfIt } from './came-back.ts'
import { faultWords } from './faults.ts'
import { noIntentions } from './intentions.ts'
import { type LeftFor, mayLeadTo, openedBy } from './leaving.ts'
import { newPace } from './pace.ts'
import type { ReplyLine, TripCall, TripPageState } from './page-state.ts'
import { paidHow } from './paid-how.ts'
import { pageLeftMs } from './paying.ts'
import { tripStatusText } from './sentences.ts'
import { isUnsettled, type ShownTrip, type TripView } from './shown.ts'
import { dropLeaving, keepLeaving, keptLeaving, keptToken } from './tab-memory.ts'

const beatMs = 1_000
const minuteMs = 60_000
/** A page that has not opened after this long may be tried again. */
const openingMs = 15_000

const noLink = 'This link is not complete. Open the link in your email again, or get a new link.'
const badLink = refusalWords('customer', 'not_found', {}, 'trip')?.says ?? noLink
const backWithout = 'Open the link from your mail again; if you have paid, nothing is lost.'
const notThere = 'The payment page cannot be opened from here: its address is not a safe one. Nothing was charged.'
const unseen = 'That has arrived. How it stands now could not be read; it stands here in a moment.'

const { isTransfer, note: payNote } = paidHow(document.documentElement.dataset)

function viewOf(trip: ShownTrip): TripView {
  return { trip, isTransfer, now: Date.now(), moneyZone: operatorZone(), isOwnSale: isOwnSale() }
}

/** Reads how the page was opened. Coming back puts the token into the address, where every other part finds it. */
function openPage() {
  const opened = openedBy(location, keptToken)
  if (opened.backRef !== null && opened.token !== '') history.replaceState(null, '', `${location.pathname}#${opened.token}`)
  return opened
}

/** Reads the trip that the link is for, again and again while the page is in sight, and does what is pressed. */
export function useTrip(): TripPageState {
  const [{ token, backRef }, setOpened] = useState(openPage)
  const [trip, setTrip] = useState<ShownTrip | null>(null)
  const [lost, setLost] = useState<string | null>(null)
  const [news, setNews] = useState('')
  const [silentSince, setSilentSince] = useState<number | null>(null)
  const [busyS, setBusyS] = useState<number | null>(null)
  const [reply, setReply] = useState<ReplyLine | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isBack, setBack] = useState(backRef !== null)
  const [, setMinute] = useState(0)
  /** State that must be known at once, before the next drawing. `pageEnds` is by the clock that is never set. */
  const at = useRef({
    isBusy: false,
    shown: '',
    trip: null as ShownTrip | null,
    nth: 0,
    isBack,
    left: null as LeftFor | null,
    pageEnds: null as number | null,
  })

  const state = useMemo(() => {
    const intentions = noIntentions()
    const pace = newPace()
    let opening: ReturnType<typeof setTimeout> | undefined

    const heardOf = (answer: TripAnswer) => {
      // A server that fails is as good as none; only one that refuses has answered.
      const isSilent = answer.data === undefined && ![401, 403, 404, 429].includes(answer.status)
      setSilentSince((since) => (isSilent ? (since ?? Date.now()) : null))
      return answer
    }

    const call = async (path: string, init: RequestInit) => {
      const answer = await ask(path, init)
      const { trip: current, isBack: wasBack } = at.current
      pace.heard(answer, current === null ? wasBack : isUnsettled(current))
      setBusyS(pace.waitS())
      return answer
    }

    const read = async () => heardOf(await call('trip', { headers: bearer(token) }))

    /** Reads the trip, and the server asks where the card is typed before it answers. */
    const check = async () => {
      const answer = await call('trip/check-payment', posting({}, bearer(token)))
      return answer.data === undefined && ![0, 429].includes(answer.status) ? read() : heardOf(answer)
    }

    const show = (current: ShownTrip, sentAt: number | null) => {
      const leftMs = pageLeftMs(current, sentAt ?? Date.now(), Date.now())
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
      if (before === null) remember(keptLeaving(current.ref))
      return before !== null
    }

    const remember = (left: LeftFor | null) => {
      at.current.left = left
      if (left !== null) comeBack(true)
    }

    const comeBack = (isOn: boolean) => {
      at.current.isBack = isOn
      setBack(isOn)
    }

    const say = (text: string, place: string, isGrave = false, next: readonly FollowUp[] = []) => {
      at.current.nth += 1
      setReply({ text, place, isGrave, nth: at.current.nth, next })
    }

    const hold = (isOn: boolean) => {
      at.current.isBusy = isOn
      setBusy(isOn)
    }

    /** Once it is settled what comes of a payment, what the customer had left for is over; true where that was worth saying. */
    const tellEnd = (isSaid: boolean) => {
      const { trip: current, left, isBack: wasBack } = at.current
      if (current === null || isUnsettled(current) || !wasBack) return false
      dropLeaving(current.ref)
      at.current.left = null
      comeBack(false)
      if (left === null || !isSaid) return false
      const { text, isGrave } = cameOfIt(left, viewOf(current))
      say(text, 'payment', isGrave)
      return true
    }

    const look = async () => {
      if (document.visibilityState === 'hidden' || pace.waitS() !== null) return
      // Draws anew what depends on the time, though the trip is as it was.
      setMinute(Math.floor(Date.now() / minuteMs))
      if (at.current.isBusy || token === '') return
      pace.begun()
      const { nth, trip: before } = at.current
      const asksOn = before === null ? at.current.isBack : isUnsettled(before)
      const { data, error, sentAt } = await (asksOn ? check() : read())
      // What was pressed meanwhile knows better.
      if (at.current.isBusy || nth !== at.current.nth) return
      if (data === undefined) return refuse(error)
      const current = data as ShownTrip
      const isChanged = show(current, sentAt)
      if (tellEnd(true)) return
      if (isChanged) {
        setReply(null)
        setNews(`This page has changed. Where it stands now: ${tripStatusText(viewOf(current))}.`)
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
      if (!mayLeadTo(payment.url, location.origin)) {
        say(notThere, place, true)
        return true
      }
      const { purpose, quote_id: id, quote_revision: revision } = payment
      const left = { purpose, quote: revision === null ? null : { id, revision }, paid: booking?.paid_amount ?? 0 }
      keepLeaving(ref, token, left)
      at.current.left = left
      hold(true)
      say('One moment: the payment page opens.', place)
      opening = setTimeout(stay, openingMs)
      location.assign(payment.url)
      return true
    }

    /** The page is in sight again without having been opened anew, or was never left. */
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
      say('One moment…', place)
      const key = intentions.keyFor(path, body)
      const heard = await call(`trip${path}`, posting(body, { ...bearer(token), 'Idempotency-Key': key }))
      const isUnheard = heard.status === 0
      if (heard.isFinal) intentions.heard(path, heard.error === undefined)
      else if (isUnheard) intentions.lost(path)
      // Not every call answers with the trip, and one that was answered before tells how it was then.
      const said = heard.data as Partial<ShownTrip> | undefined
      const isTold = (said !== undefined && 'quotes' in said && !heard.isReplayed) || heard.status === 429
      const { data: current, sentAt } = isTold ? heard : await read()
      hold(false)
      const before = at.current.shown
      if (current !== undefined) show(current as ShownTrip, sentAt)
      const view = at.current.trip && viewOf(at.current.trip)
      const isLost = isUnheard && at.current.shown !== before
      const fields = heard.error?.fields
      const isDone = heard.error === undefined
      if (fields !== undefined && onFields?.(fields)) setReply(null)
      else if (isLost) say('The answer was lost on the way. This page shows where it stands now.', place)
      else if (heard.error !== undefined) {
        const { says, next } = faultWords(heard.error, view, isTransfer ? null : toCard, heard.requestId)
        say(says, place, true, next)
      } else if (current === undefined) say(unseen, place)
      else if (view !== null && !(toCard !== undefined && leave(view, place))) say(done(view), place)
      if (isDone) tellEnd(false)
      return isDone
    }

    const lookNow = async (place: string, unread: string) => {
      if (at.current.isBusy) return null
      hold(true)
      const { data, sentAt } = await read()
      hold(false)
      if (data === undefined) {
        say(unread, place, true)
        return null
      }
      // A look that was on its way knows less.
      at.current.nth += 1
      show(data as ShownTrip, sentAt)
      return viewOf(data as ShownTrip)
    }

    const sendLink = async (email: string, ref: string) => {
      if (at.current.isBusy) return
      hold(true)
      say('One moment…', 'lost')
      const { message, error, requestId } = await ask('link', posting({ email: email.trim(), ref: ref.trim().toUpperCase() }))
      hold(false)
      say(error === undefined ? (message ?? '') : faultWords(error, null, null, requestId).says, 'lost', error !== undefined)
    }

    return { look, beat, act, say, lookNow, leave, stay, sendLink }
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

  const view = trip && viewOf(trip)
  const { pageEnds } = at.current
  const { act, say, lookNow, leave, sendLink } = state
  return {
    ...{ view, lost, backRef, news, silentSince, busyS, reply, isBusy, payNote },
    isWaiting: isBack && trip?.payment?.status === 'awaiting_customer',
    pageLeftMs: pageEnds === null ? null : pageEnds - performance.now(),
    ...{ act, say, lookNow, leave, sendLink },
    hush: () => setReply(null),
  }
}
