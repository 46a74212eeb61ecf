import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newIntention } from '../../plain/key.ts'
import { answerOf, type Sent } from './client.ts'
import { type ApiFailure, asFailure } from './failure.ts'

/** The headers a write is sent with. */
export type WriteHeaders = { readonly 'Idempotency-Key': string }

/** A write that a button or a form makes. */
export type Write<Input, Result> = {
  /** Sends it; null where it was refused, with `failure` saying why. A second run while one is busy does nothing. */
  readonly run: (input: Input) => Promise<Result | null>
  readonly isBusy: boolean
  /** Failure of the last run; null before one, while one is busy, and after a success. */
  readonly failure: ApiFailure | null
  /** Forgets the failure, as when its drawer closes. */
  readonly forget: () => void
}

/**
 * A write with one idempotency key for one intention: a double click, a retry after a lost answer and sending again are one.
 * What begins with one of the keys of `refreshes` is read again after a success, and after a 404 or 409, which tell that it has
 * changed meanwhile.
 */
export function useWrite<Input, Result>(options: {
  readonly send: (input: Input, headers: WriteHeaders) => Sent<Result>
  readonly refreshes: readonly (readonly unknown[])[]
  readonly onDone?: (result: Result, input: Input) => void
  /** Called where it was refused, also when the page then takes the form away. */
  readonly onFailed?: (failure: ApiFailure) => void
}): Write<Input, Result> {
  const client = useQueryClient()
  const [intention] = useState(newIntention)
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
      const result = await answerOf(options.send(input, { 'Idempotency-Key': intention.keyFor(input) }))
      intention.heard()
      refresh()
      options.onDone?.(result, input)
      return result
    } catch (thrown) {
      const failed = asFailure(thrown)
      if (failed.isHeard) intention.heard()
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
