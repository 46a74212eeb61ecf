import { Button, Skeleton as MantineSkeleton, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { type ApiFailure, toFailure } from '../api/failure.ts'
import { describeFailedCall } from '../api/refused.ts'
import { useClock } from './now.ts'
import { RequestId } from './request-id.tsx'

/** The part of a query that its states depend on. */
type Reading<T> = {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/**
 * The rows of a query or their state: a skeleton after 300 ms, an empty state with a button, or an error with Retry. After a
 * 429 the list counts down and reads again automatically. Earlier rows stay below the error of a later read.
 */
export function ListStates<T>(props: {
  readonly query: Reading<T>
  readonly isEmpty: (data: T) => boolean
  /** One sentence and one button. */
  readonly empty: ReactNode
  readonly skeletonRows?: number
  readonly children: (data: T) => ReactNode
}) {
  const { data, error, refetch } = props.query
  const failure = error === null || error === undefined ? null : toFailure(error)
  if (data === undefined) {
    return failure === null ? <Skeleton rows={props.skeletonRows ?? 5} /> : <Failed failure={failure} retry={refetch} />
  }
  return (
    <>
      {failure !== null && <Failed failure={failure} retry={refetch} isStale />}
      {props.isEmpty(data) ? <div className="empty">{props.empty}</div> : props.children(data)}
    </>
  )
}

/** One record of a query or its state, like `ListStates` for rows. */
export function ReadStates<T>(props: { readonly query: Reading<T>; readonly children: (data: T) => ReactNode }) {
  return (
    <ListStates query={props.query} isEmpty={() => false} empty={null} skeletonRows={6}>
      {props.children}
    </ListStates>
  )
}

/** Grey placeholder rows. They appear after 300 ms, so that a fast answer does not flicker. */
export function Skeleton({ rows }: { readonly rows: number }) {
  return (
    <Stack className="skeleton" gap="xs" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row without content has no other key
        <MantineSkeleton key={row} h={40} />
      ))}
    </Stack>
  )
}

/** An error notice with Retry and the request id. */
export function Failed(props: { readonly failure: ApiFailure; readonly retry: () => unknown; readonly isStale?: boolean }) {
  const { failure, retry, isStale = false } = props
  if (failure.status === 429) return <BusyServer key={failure.retryAt} failure={failure} retry={retry} />
  return (
    <div className="failed" role="alert" data-stale={isStale || undefined}>
      <p>
        {describeFailedCall(failure).says}
        {isStale && ' The page shows earlier data.'}
      </p>
      <Button size="xs" variant="default" onClick={() => retry()}>
        Retry
      </Button>
      {failure.requestId !== null && <RequestId id={failure.requestId} />}
    </div>
  )
}

function BusyServer({ failure, retry }: { readonly failure: ApiFailure; readonly retry: () => unknown }) {
  const [until] = useState(() => failure.retryAt ?? Date.now() + 5000)
  const now = useClock()
  const isOver = now >= until
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the countdown ends
  useEffect(() => {
    if (isOver) retry()
  }, [isOver])
  return (
    <div className="failed" role="status">
      <p>{isOver ? 'Loading again…' : describeFailedCall(failure, { isRetried: true, now }).says}</p>
    </div>
  )
}
