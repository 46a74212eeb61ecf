import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createIntention } from '../../plain/key.ts'
import { requireAnswer, type Sent } from './client.ts'
import { type ApiFailure, toFailure } from './failure.ts'

/** The headers of a write. */
export type WriteHeaders = { readonly 'Idempotency-Key': string }

/** A write of a button or a form. */
export type Write<Input, Result> = {
  /** Sends the write. Returns null after a refusal, which is in `failure`. A second run during the first does nothing. */
  readonly run: (input: Input) => Promise<Result | null>
  readonly isBusy: boolean
  /** Failure of the last run. Null before and during a run, and after a success. */
  readonly failure: ApiFailure | null
  /** Clears the failure, for example when the drawer closes. */
  readonly forget: () => void
}

/**
 * A React hook for a write with one idempotency key for one intention: a double click and a retry after a lost answer count once.
 * Reads the queries of `refreshes` again after a success, and after a 404 or 409, which show that the data has changed.
 */
export function useWrite<Input, Result>(options: {
  readonly send: (input: Input, headers: WriteHeaders) => Sent<Result>
  readonly refreshes: readonly (readonly unknown[])[]
  readonly onDone?: (result: Result, input: Input) => void
  /** Called after a refusal, also if the form is removed. */
  readonly onFailed?: (failure: ApiFailure) => void
}): Write<Input, Result> {
  const client = useQueryClient()
  const [intention] = useState(createIntention)
  const [guard] = useState({ isBusy: false })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)

  const refresh = () => {
    for (const queryKey of [...options.refreshes, ['board']]) void client.invalidateQueries({ queryKey })
  }

  const run = async (input: Input): Promise<Result | null> => {
    if (guard.isBusy) return null
    guard.isBusy = true
    setBusy(true)
    setFailure(null)
    try {
      const result = await requireAnswer(options.send(input, { 'Idempotency-Key': intention.keyFor(input) }))
      intention.noteAnyAnswer()
      refresh()
      options.onDone?.(result, input)
      return result
    } catch (thrown) {
      const failed = toFailure(thrown)
      if (failed.isHeard) intention.noteAnyAnswer()
      if (failed.status === 409 || failed.status === 404) refresh()
      setFailure(failed)
      options.onFailed?.(failed)
      return null
    } finally {
      guard.isBusy = false
      setBusy(false)
    }
  }

  return { run, isBusy, failure, forget: () => setFailure(null) }
}
