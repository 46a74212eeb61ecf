import type { FollowUp, SpokenFacts } from '../../../domain/refusal-sentences.ts'
import { buildAnswerFacts, describeRefusal, formatStepLabel, notSavedHeading } from '../../plain/refusal-words.ts'
import { findOwnZone } from '../../plain/zone.ts'
import { type ApiFailure, toFailure } from './failure.ts'
import { type NewsStep, showRefusal } from './news.ts'
import { queries } from './queries.ts'
import type { Session } from './session.ts'

/** The actions of a page for the steps of a refusal. */
export type StepActions = { readonly [Step in FollowUp]?: () => void }

/** A failure in the office's words. `heading` comes before the server's own message, for a code that the table lacks. */
type FailureWords = {
  readonly heading: string | null
  readonly says: string
  readonly next: readonly FollowUp[]
}

/** The words for a failure. With `isRetried` the page sends it again after the server's wait. */
export function describeFailedCall(failure: ApiFailure, { isRetried = false, now = Date.now() } = {}): FailureWords {
  const { code, facts, message } = failure
  if (failure.isOffline) return { heading: null, says: message, next: [] }
  const words = describeRefusal('office', code, buildFailureFacts(failure, isRetried, now), findFailureSubject(code, facts))
  return words === null ? { heading: notSavedHeading, says: message, next: [] } : { heading: null, ...words }
}

function buildFailureFacts({ facts, retryAt }: ApiFailure, isRetried: boolean, now: number): SpokenFacts {
  const retryAfter = retryAt === null ? null : Math.max(0, Math.ceil((retryAt - now) / 1000))
  const known = buildAnswerFacts(facts, { zone: findZoneOfPage(), now, retryAfter })
  return isRetried ? known : { ...known, n: null }
}

/** The member of an answer that distinguishes refusals of one code. */
function findFailureSubject(code: string, facts: ApiFailure['facts']): string {
  const member = code === 'deposit_charge_failed' ? facts.payment_status : facts.current_status
  return typeof member === 'string' ? member : ''
}

/** Time zone of the account, or of this browser before the sign-in. */
function findZoneOfPage(): string {
  return queries.getQueryData<Session>(['session'])?.zone ?? findOwnZone()
}

/** Shows a refusal at the foot of the page. `before` names the action; `actions` are the steps that the page can take. */
export function showFailure(thrown: unknown, options: { readonly before?: string; readonly actions?: StepActions } = {}): void {
  const failure = toFailure(thrown)
  const { heading, says, next } = describeFailedCall(failure)
  const lead = options.before ?? heading
  const id = heading === null || failure.requestId === null ? '' : ` Request ${failure.requestId}`
  showRefusal(`${lead === null ? '' : `${lead}: `}${says}${id}`, listStepActions(next, options.actions ?? {}))
}

/** The buttons for the steps that a page can take. */
export function listStepActions(next: readonly FollowUp[], actions: StepActions): NewsStep[] {
  return next.flatMap((step) => {
    const run = actions[step]
    return run === undefined ? [] : [{ label: formatStepLabel(step), run }]
  })
}
