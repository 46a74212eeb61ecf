import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import { useSettled } from '../parts/settled.ts'
import type { PlaceHit } from './typed-trip.ts'

/** Number of letters from which on the server looks for a place. */
const leastTyped = 2

/** Greatest number of letters that the server looks for. */
const mostTyped = 80

/**
 * A React hook that returns the places of the account's own trips for what is typed, best match first, with the homes of
 * this customer alone. None while it is short, not answered yet (`isAwaited`), or refused. `isReady` once they are answered.
 */
export function useKnownPlaces(text: string, customerId: number | null) {
  const typed = text.trim().slice(0, mostTyped)
  const q = useSettled(typed, 200)
  const isSought = q.length >= leastTyped
  const { data, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['places', q, customerId],
    enabled: isSought,
    // The field does without: what is typed stands.
    retry: false,
    queryFn: ({ signal }) => {
      const query = { q, ...(customerId !== null && { customer_id: customerId }) }
      return answerOf(api.GET('/portal/v1/places', { params: { query }, signal }))
    },
  })
  const isSettled = q === typed
  const isReady = isSought && isSettled && data !== undefined && !isPlaceholderData
  const places: readonly PlaceHit[] = isReady ? data.data.results : []
  return { places, isReady, isAwaited: typed.length >= leastTyped && !isReady && (!isSettled || isFetching) }
}
