import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLostAt } from '../api/connection.ts'
import type { ApiFailure } from '../api/failure.ts'
import { failureWords, type StepActions, stepsFor } from '../api/refused.ts'
import { useNow } from '../parts/now.ts'
import { RequestId } from '../parts/request-id.tsx'

/** The longest wait, in seconds, after which a form is sent again automatically. */
const longestWaitS = 120

/**
 * A notice above the button of a write that failed: what happened, what was kept, what to do. `retry` sends it again after the wait that
 * the server asked for; `actions` are the steps the page can take.
 */
export function WriteFailure(props: {
  readonly failure: ApiFailure | null
  readonly rest?: readonly string[]
  readonly retry?: () => void
  readonly actions?: StepActions
}) {
  const { failure, rest = [], retry, actions = {} } = props
  if (failure === null) return null
  if (failure.status === 422) return <FaultyFields rest={rest} />
  if (retry !== undefined && isWaited(failure)) return <Retried key={failure.retryAt} failure={failure} retry={retry} />
  return <Refused failure={failure} actions={actions} />
}

function FaultyFields({ rest }: { readonly rest: readonly string[] }) {
  return (
    <div className="write-failure" role="alert">
      <p>{rest.length > 0 ? 'This could not be saved:' : 'Please look at the fields that are marked.'}</p>
      {rest.length > 0 && (
        <ul>
          {rest.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Refused({ failure, actions }: { readonly failure: ApiFailure; readonly actions: StepActions }) {
  const { heading, says, next } = failureWords(failure)
  const steps = stepsFor(next, { reload: () => location.reload(), ...actions })
  return (
    <div className="write-failure" role="alert">
      {heading !== null && (
        <p>
          <strong>{heading}</strong>
        </p>
      )}
      <p>{failure.isOffline ? `${says} What you typed is kept. Try again when it is back.` : says}</p>
      {heading !== null && failure.requestId !== null && <RequestId id={failure.requestId} />}
      {steps.length > 0 && (
        <div className="failure-steps">
          {steps.map(({ label, run }) => (
            <Button key={label} size="xs" variant="default" onClick={run}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Whether the server asked for a wait that is short enough to send the form again automatically. */
function isWaited({ status, code, retryAt }: ApiFailure): boolean {
  if (status !== 429 && code !== 'idempotency_in_progress') return false
  return retryAt !== null && retryAt - Date.now() <= longestWaitS * 1000
}

/** Counts down the wait that the server asked for, then sends the form again. */
function Retried({ failure, retry }: { readonly failure: ApiFailure; readonly retry: () => void }) {
  const [until] = useState(failure.retryAt ?? 0)
  const now = useNow()
  const isOffline = useLostAt() !== null
  const isOver = now >= until && !isOffline
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the countdown ends
  useEffect(() => {
    if (isOver) retry()
  }, [isOver])
  return (
    <div className="write-failure" role="alert">
      <p>{failureWords(failure, { isRetried: true, now }).says}</p>
    </div>
  )
}
