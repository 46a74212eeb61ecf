import { counted } from '../../../domain/spoken.ts'
import { spokenWord } from '../../plain/words.ts'
import type { ApiFailure } from '../api/failure.ts'
import { useNow } from '../parts/now.ts'
import { RequestId } from '../parts/request-id.tsx'

/** A notice above the button of a write that failed: what happened, what was not lost, what to do. */
export function WriteFailure({ failure, rest = [] }: { readonly failure: ApiFailure | null; readonly rest?: readonly string[] }) {
  if (failure === null) return null
  return (
    <div className="write-failure" role="alert">
      <p>{sentenceOf(failure, rest.length > 0)}</p>
      {failure.status === 429 && failure.retryAt !== null && <Wait until={failure.retryAt} />}
      {rest.length > 0 && (
        <ul>
          {rest.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {failure.status >= 500 && failure.requestId !== null && <RequestId id={failure.requestId} />}
    </div>
  )
}

function sentenceOf(failure: ApiFailure, hasRest: boolean): string {
  if (failure.isOffline) return 'No connection: nothing was sent, and what you typed is kept. Try again when it is back.'
  if (failure.status === 409) {
    const stands = failure.currentStatus === null ? '' : ` It is ${spokenWord(failure.currentStatus).toLowerCase()} now.`
    return `${failure.message}${stands} The page now shows how it stands; what you typed is kept.`
  }
  if (failure.status === 422) return hasRest ? 'This was not taken:' : 'Please look at the fields that are marked.'
  if (failure.status === 429) return 'Too much at once. What you typed is kept.'
  if (failure.status >= 500) return `${failure.message} What you typed is kept; sending again does nothing twice.`
  return failure.message
}

function Wait({ until }: { readonly until: number }) {
  const left = Math.max(0, Math.ceil((until - useNow()) / 1000))
  return <p>{left > 0 ? `Send again in ${counted(left, 'second')}.` : 'You can send again now.'}</p>
}
