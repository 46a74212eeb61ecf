import { createIntention, type Intention } from '../../plain/key.ts'

/** The idempotency keys of a page, one for each path of the API. */
export type Intentions = {
  /** The key for this body. */
  readonly keyFor: (path: string, body: unknown) => string
  /** Records a final response. A success ends all open keys, because the trip has changed. */
  readonly noteFinalAnswer: (path: string, isYes: boolean) => void
  /** Records a lost response: the call may have had an effect. */
  readonly lost: (path: string) => void
  /** Records a changed trip: lost calls have ended, and the same button starts a new one. */
  readonly moved: () => void
}

/** The keys of a new page. */
export function createIntentions(): Intentions {
  const begun = new Map<string, Intention>()
  const unheard = new Set<string>()
  const end = (path: string) => {
    begun.delete(path)
    unheard.delete(path)
  }
  return {
    keyFor: (path, body) => {
      const intention = begun.get(path) ?? createIntention()
      begun.set(path, intention)
      return intention.keyFor(body)
    },
    noteFinalAnswer: (path, isYes) => {
      for (const one of isYes ? [...begun.keys()] : [path]) end(one)
    },
    lost: (path) => unheard.add(path),
    moved: () => [...unheard].forEach(end),
  }
}
