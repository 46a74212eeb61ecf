import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLostAt } from '../api/connection.ts'
import type { ApiFailure } from '../api/failure.ts'
import { describeFailedCall, listStepActions, type StepActions } from '../api/refused.ts'
import { useClock } from '../parts/now.ts'
import { RequestId } from '../parts/request-id.tsx'

/** The longest wait, in seconds, after which a form is sent again automatically. */
const longestWaitS = 120

/**
 * A notice of a failed write, above its button. `retry` sends the form again after the wait from the server; `actions` are the
 * steps that the page can take.
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
  return <RefusedWrite failure={failure} actions={actions} />
}

function FaultyFields({ rest }: { readonly rest: readonly string[] }) {
  return (
    <div className="write-failure prose" role="alert">
      <p>{rest.length > 0 ? 'This could not be saved:' : 'Check the marked fields.'}</p>
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

function RefusedWrite({ failure, actions }: { readonly failure: ApiFailure; readonly actions: StepActions }) {
  const { heading, says, next } = describeFailedCall(failure)
  const steps = listStepActions(next, { reload: () => location.reload(), ...actions })
  return (
    <div className="write-failure prose" role="alert">
      {heading !== null && (
        <p>
          <strong>{heading}</strong>
        </p>
      )}
      <p>{failure.isOffline ? `${says} Your entries are kept. Try again when you are online.` : says}</p>
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
  const now = useClock()
  const isOffline = useLostAt() !== null
  const isOver = now >= until && !isOffline
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the countdown ends
  useEffect(() => {
    if (isOver) retry()
  }, [isOver])
  return (
    <div className="write-failure" role="alert">
      <p>{describeFailedCall(failure, { isRetried: true, now }).says}</p>
    </div>
  )
}
