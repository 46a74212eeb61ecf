import type { FollowUp } from '../../../domain/refusal-sentences.ts'
import type { TripView } from './shown.ts'

/** The reply to a button, and its place. */
type ReplyLine = {
  readonly text: string
  readonly place: string
  readonly isGrave: boolean
  readonly nth: number
  readonly next: readonly FollowUp[]
}

/** The offer of a button that leads to a card page; null if the trip determines it. */
export type CardPress = { readonly quoteId: number | null }

/** The call of a button, and the sentence for its result. */
export type TripCall = {
  readonly path: string
  readonly body: object
  readonly place: string
  readonly done: (view: TripView) => string
  /** Shows each fault at its field; false if the field is hidden. */
  readonly onFields?: (fields: Readonly<Record<string, readonly string[]>>) => boolean
  /** Set if the answer can lead to a card page. */
  readonly toCard?: CardPress
}

/** The state and the actions of the page. */
export type TripPageState = {
  readonly view: TripView | null
  /** The reason for a page without a trip; null for a valid link. */
  readonly lost: string | null
  /** Reference of the trip, after a return from a card page. */
  readonly backRef: string | null
  readonly news: string
  /** Instant (ms) of the lost connection; null while connected. */
  readonly silentSince: number | null
  /** Seconds to wait after a rate limit; null without one. */
  readonly busyS: number | null
  readonly reply: ReplyLine | null
  readonly isBusy: boolean
  /** Whether the customer is back from a payment page without a result yet. */
  readonly isWaiting: boolean
  /** Milliseconds until the card page closes; null without one. */
  readonly pageLeftMs: number | null
  /** Note beside every card button; empty if customers pay by transfer. */
  readonly payNote: string
  readonly act: (call: TripCall) => Promise<boolean>
  readonly showReply: (text: string, place: string, isGrave?: boolean, next?: readonly FollowUp[]) => void
  /** Reads the trip before an action. Null after a failure, which is shown with the sentence `unread`, or during another call. */
  readonly lookNow: (place: string, unread: string) => Promise<TripView | null>
  /** Opens the payment page, or shows the reason against it; false without one. */
  readonly leave: (view: TripView, place: string) => boolean
  readonly sendLink: (email: string, ref: string) => Promise<void>
  readonly hush: () => void
}
