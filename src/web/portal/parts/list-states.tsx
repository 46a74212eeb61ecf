import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { type ApiFailure, asFailure } from '../api/failure.ts'
import { failureWords } from '../api/refused.ts'
import { useNow } from './now.ts'
import { RequestId } from './request-id.tsx'

/** The part of a query that its states are read from. */
type Reading<T> = {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/**
 * The rows of a query, or what stands in for them. That is a skeleton of their size, shown after 300 ms only, or a
 * sentence and a button when there are none. An error stands with Retry; a 429 is counted down and read again by
 * itself. Rows that were read once stay when a later reading fails, with the failure above them.
 */
export function ListStates<T>(props: {
  readonly query: Reading<T>
  readonly isEmpty: (data: T) => boolean
  /** One sentence, and the one useful button. */
  readonly empty: ReactNode
  readonly skeletonRows?: number
  readonly children: (data: T) => ReactNode
}) {
  const { data, error, refetch } = props.query
  const failure = error === null || error === undefined ? null : asFailure(error)
  if (data === undefined) {
    return failure === null ? <Skeleton rows={props.skeletonRows ?? 8} /> : <Failed failure={failure} retry={refetch} />
  }
  return (
    <>
      {failure !== null && <Failed failure={failure} retry={refetch} isStale />}
      {props.isEmpty(data) ? <div className="empty">{props.empty}</div> : props.children(data)}
    </>
  )
}

/** One record of a query, or what stands in for it, as `ListStates` does for rows. */
export function ReadStates<T>(props: { readonly query: Reading<T>; readonly children: (data: T) => ReactNode }) {
  return (
    <ListStates query={props.query} isEmpty={() => false} empty={null} skeletonRows={6}>
      {props.children}
    </ListStates>
  )
}

/** Grey rows in the place of those to come; nothing is drawn for the first 300 ms, so that a fast answer does not flicker. */
export function Skeleton({ rows }: { readonly rows: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other name
        <span key={row} />
      ))}
    </div>
  )
}

/** A notice of why something could not be read, in a sentence, with Retry and the id of the request. */
export function Failed(props: { readonly failure: ApiFailure; readonly retry: () => unknown; readonly isStale?: boolean }) {
  const { failure, retry, isStale = false } = props
  if (failure.status === 429) return <Busy key={failure.retryAt} failure={failure} retry={retry} />
  return (
    <div className="failed" role="alert" data-stale={isStale || undefined}>
      <p>
        {failureWords(failure).says}
        {isStale && ' What you see is from before.'}
      </p>
      <Button size="xs" variant="default" onClick={() => retry()}>
        Retry
      </Button>
      {failure.requestId !== null && <RequestId id={failure.requestId} />}
    </div>
  )
}

function Busy({ failure, retry }: { readonly failure: ApiFailure; readonly retry: () => unknown }) {
  const [until] = useState(() => failure.retryAt ?? Date.now() + 5000)
  const now = useNow()
  const isOver = now >= until
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the countdown ends
  useEffect(() => {
    if (isOver) retry()
  }, [isOver])
  return (
    <div className="failed" role="status">
      <p>{isOver ? 'Reading again…' : failureWords(failure, { isRetried: true, now }).says}</p>
    </div>
  )
}
