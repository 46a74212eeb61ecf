import { useQuery } from '@tanstack/react-query'
import { api, requireAnswer } from '../api/client.ts'
import { useSettled } from '../parts/settled.ts'
import type { PlaceHit } from './places.ts'

/** Smallest number of letters that the server searches for. */
const leastTyped = 2

/** Greatest number of letters that the server searches for. */
const mostTyped = 80

/**
 * A React hook that returns the known places for a typed text, best match first. Homes are those of this customer only. Empty for
 * a short text, before the answer (`isAwaited`), and after a refusal. `isReady` after the answer.
 */
export function useKnownPlaces(text: string, customerId: number | null) {
  const typed = text.trim().slice(0, mostTyped)
  const q = useSettled(typed, 200)
  const isSought = q.length >= leastTyped
  const { data, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['places', q, customerId],
    enabled: isSought,
    // The field works without suggestions.
    retry: false,
    queryFn: ({ signal }) => {
      const query = { q, ...(customerId !== null && { customer_id: customerId }) }
      return requireAnswer(api.GET('/portal/v1/places', { params: { query }, signal }))
    },
  })
  const isSettled = q === typed
  const isReady = isSought && isSettled && data !== undefined && !isPlaceholderData
  const places: readonly PlaceHit[] = isReady ? data.data.results : []
  return { places, isReady, isAwaited: typed.length >= leastTyped && !isReady && (!isSettled || isFetching) }
}
