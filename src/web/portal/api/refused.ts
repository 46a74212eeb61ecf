import { answerFacts, notSavedHeading, refusalWords, stepLabel } from '../../plain/refusal-words.ts'
import type { FollowUp, SpokenFacts } from '../../plain/refusals.ts'
import { ownZone } from '../../plain/zone.ts'
import { type ApiFailure, asFailure } from './failure.ts'
import { type NewsStep, sayRefused } from './news.ts'
import { queries } from './queries.ts'
import type { Session } from './session.ts'

/** The actions of a page for the steps of a refusal. */
export type StepActions = { readonly [Step in FollowUp]?: () => void }

/** A failure in the office's words. `heading` is over the server's own message, for a code that the table lacks. */
type FailureWords = {
  readonly heading: string | null
  readonly says: string
  readonly next: readonly FollowUp[]
}

/** The words for a failure. With `isRetried` the page sends it again after the wait that the server asked for. */
export function failureWords(failure: ApiFailure, { isRetried = false, now = Date.now() } = {}): FailureWords {
  const { code, facts, message } = failure
  if (failure.isOffline) return { heading: null, says: message, next: [] }
  const words = refusalWords('office', code, factsOf(failure, isRetried, now), aboutOf(code, facts))
  return words === null ? { heading: notSavedHeading, says: message, next: [] } : { heading: null, ...words }
}

function factsOf({ facts, retryAt }: ApiFailure, isRetried: boolean, now: number): SpokenFacts {
  const retryAfter = retryAt === null ? null : Math.max(0, Math.ceil((retryAt - now) / 1000))
  const known = answerFacts(facts, { zone: zoneHere(), now, retryAfter })
  return isRetried ? known : { ...known, n: null }
}

/** The member of an answer that tells refusals of one code apart. */
function aboutOf(code: string, facts: ApiFailure['facts']): string {
  const member = code === 'deposit_charge_failed' ? facts.payment_status : facts.current_status
  return typeof member === 'string' ? member : ''
}

/** The zone of the account, or of this browser before somebody is signed in. */
function zoneHere(): string {
  return queries.getQueryData<Session>(['session'])?.zone ?? ownZone()
}

/** Shows at the foot of the page why something was not done. `before` says which thing; `actions` are the steps the page can take. */
export function sayFailed(thrown: unknown, options: { readonly before?: string; readonly actions?: StepActions } = {}): void {
  const failure = asFailure(thrown)
  const { heading, says, next } = failureWords(failure)
  const lead = options.before ?? heading
  const id = heading === null || failure.requestId === null ? '' : ` Request ${failure.requestId}`
  sayRefused(`${lead === null ? '' : `${lead}: `}${says}${id}`, stepsFor(next, options.actions ?? {}))
}

/** The buttons for those steps that a page can take. */
export function stepsFor(next: readonly FollowUp[], actions: StepActions): NewsStep[] {
  return next.flatMap((step) => {
    const run = actions[step]
    return run === undefined ? [] : [{ label: stepLabel(step), run }]
  })
}
