import { useQuery } from '@tanstack/react-query'
import { app } from '../api/address.ts'
import { api, requireAnswer } from '../api/client.ts'
import type { Suggestions } from '../form/suggest-field.tsx'
import { useSettled } from '../parts/settled.ts'
import type { PlaceHit } from './places.ts'

/** Smallest number of letters that the server searches for. */
const leastTyped = 2

/** Greatest number of letters that the server searches for. */
const mostTyped = 80

/**
 * A React hook that returns the known places for a typed text, best match first, in the console only towns. Homes are those of
 * this customer only. Empty for a short text, before the answer (`isAwaited`), and after a refusal. `isReady` after the answer.
 */
export function useKnownPlaces(text: string, customerId: number | null): Suggestions<PlaceHit> {
  const typed = text.trim().slice(0, mostTyped)
  const q = useSettled(typed, 200)
  const isSought = q.length >= leastTyped
  const { data, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['places', q, customerId],
    enabled: isSought,
    // The field works without suggestions.
    retry: false,
    queryFn: ({ signal }) => {
      if (app === 'console') return requireAnswer(api.GET('/platform/v1/places', { params: { query: { q } }, signal }))
      const query = { q, ...(customerId !== null && { customer_id: customerId }) }
      return requireAnswer(api.GET('/portal/v1/places', { params: { query }, signal }))
    },
  })
  const isSettled = q === typed
  const isReady = isSought && isSettled && data !== undefined && !isPlaceholderData
  const hits: readonly PlaceHit[] = isReady ? data.data.results : []
  return { hits, isReady, isAwaited: typed.length >= leastTyped && !isReady && (!isSettled || isFetching) }
}
