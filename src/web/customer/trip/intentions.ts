import { type Intention, newIntention } from '../../plain/key.ts'

/** The keys of what is pressed on a page, one for each path of the API. */
export type Intentions = {
  /** The key for sending this body now. */
  readonly keyFor: (path: string, body: unknown) => string
  /** An answer settled it. A yes has moved the trip on, so that whatever was begun before it is over as well. */
  readonly heard: (path: string, isYes: boolean) => void
  /** The answer was lost: what was sent may have been done, or may not. */
  readonly lost: (path: string) => void
  /** The trip is another than before: what was lost has come to that, and the same press is something new. */
  readonly moved: () => void
}

/** No intention yet, as when a page opens. */
export function noIntentions(): Intentions {
  const begun = new Map<string, Intention>()
  const unheard = new Set<string>()
  const end = (path: string) => {
    begun.delete(path)
    unheard.delete(path)
  }
  return {
    keyFor: (path, body) => {
      const intention = begun.get(path) ?? newIntention()
      begun.set(path, intention)
      return intention.keyFor(body)
    },
    heard: (path, isYes) => {
      for (const one of isYes ? [...begun.keys()] : [path]) end(one)
    },
    lost: (path) => unheard.add(path),
    moved: () => [...unheard].forEach(end),
  }
}
