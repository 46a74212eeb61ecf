import type { FollowUp } from '../../plain/refusals.ts'
import type { TripView } from './shown.ts'

/** The reply to a press, and where it was pressed. */
export type ReplyLine = {
  readonly text: string
  readonly place: string
  readonly isGrave: boolean
  readonly nth: number
  readonly next: readonly FollowUp[]
}

/** A press that leads to a card: for which offer, null where the trip tells. */
export type CardPress = { readonly quoteId: number | null }

/** The call of a button, and the sentence for what came of it. */
export type TripCall = {
  readonly path: string
  readonly body: object
  readonly place: string
  readonly done: (view: TripView) => string
  /** Takes what is wrong with each field to where it was typed; false where that is not in sight. */
  readonly onFields?: (fields: Readonly<Record<string, readonly string[]>>) => boolean
  /** Present where the way leads on to a page for a card, should the answer name one. */
  readonly toCard?: CardPress
}

/** The page's whole state, and what can be done with it. */
export type TripPageState = {
  readonly view: TripView | null
  /** Null where the link is good; else why there is no trip to show. */
  readonly lost: string | null
  /** The trip that the customer comes back to from where a card is typed, as far as the address says so. */
  readonly backRef: string | null
  readonly news: string
  /** Instant (ms) since which nothing was heard; null while the trip is read. */
  readonly silentSince: number | null
  /** Seconds after which a server that was asked too often wants to be asked again; null where it may be. */
  readonly busyS: number | null
  readonly reply: ReplyLine | null
  readonly isBusy: boolean
  /** Whether the customer is back from a page that nothing has been heard of yet. */
  readonly isWaiting: boolean
  /** Milliseconds for which the page for a card stays open; null where none is. */
  readonly pageLeftMs: number | null
  /** Note beside every way to a card; empty where people pay by transfer. */
  readonly payNote: string
  readonly act: (call: TripCall) => Promise<boolean>
  readonly say: (text: string, place: string, isGrave?: boolean, next?: readonly FollowUp[]) => void
  /** Reads the trip now, before a promise is kept; null where it cannot, which is said with these words, or is busy. */
  readonly lookNow: (place: string, unread: string) => Promise<TripView | null>
  /** Leads on to the page where the open payment is made, or says why not; false where there is none. */
  readonly leave: (view: TripView, place: string) => boolean
  readonly sendLink: (email: string, ref: string) => Promise<void>
  readonly hush: () => void
}
