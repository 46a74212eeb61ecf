import { useQuery } from '@tanstack/react-query'
import { extractDialledDigits } from '../../../domain/dialled.ts'
import { api, requireAnswer } from '../../office/api/client.ts'
import { useSettled } from '../../office/parts/settled.ts'
import { buildSearchName, type PlaceDraft } from '../../office/trip-fields/places.ts'
import { addDays, toWallDay } from '../../plain/moment.ts'
import { formatWithOffset, listInstants } from '../../plain/zone.ts'

const waitMs = 300

/** Greatest number of suggested customers. */
const offered = 5

/** A React hook that returns the customers whose name or organisation holds the typed text. */
export function useCustomersNamed(typed: string) {
  const name = useSettled(typed.trim(), waitMs).slice(0, 80)
  return useCustomersFound(name.length < 2 || extractDialledDigits(name) !== null ? '' : name)
}

/** A React hook that returns the customers whose phone number holds the typed digits, from more digits than an area code. */
export function useCustomersCalling(typed: string) {
  const number = useSettled(typed.trim(), waitMs)
  return useCustomersFound((extractDialledDigits(number)?.length ?? 0) < 5 ? '' : number)
}

/** A suggested customer: a saved one by id, or an earlier one by the reference of their latest trip. */
export type CustomerChoice = { readonly id: number | string; readonly words: readonly (string | null)[] }

/** A React hook that returns the saved customers that match `q`, newest first, then earlier customers. None for an empty `q`. */
function useCustomersFound(q: string): readonly CustomerChoice[] {
  const kept = useQuery({
    queryKey: ['customers', 'found', q],
    enabled: q !== '',
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/portal/v1/customers', { params: { query: { q, per_page: offered } }, signal })),
  })
  const others = useQuery({
    queryKey: ['search', q],
    enabled: q !== '',
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/search', { params: { query: { q } }, signal })),
  })
  if (q === '') return []
  const customers = kept.isPlaceholderData ? [] : (kept.data?.data ?? [])
  const hits = others.isPlaceholderData ? [] : (others.data?.data.results ?? [])
  return [
    ...customers.map(({ id, name, organisation, phone }) => ({ id, words: [name, organisation, phone] })),
    ...hits.filter(({ kept: isKept }) => isKept === false).map(({ id, title, subtitle }) => ({ id, words: [title, subtitle] })),
  ].slice(0, offered)
}

/** A React hook that returns the fleet with its busy times on the days of a trip, in the operator's time zone. */
export function useFleetThen(from: string | null, until: string | null, zone: string) {
  const first = from === null ? '' : toWallDay(from)
  const last = until === null || toWallDay(until) < first ? first : toWallDay(until)
  return useQuery({
    queryKey: ['availability', first, last],
    enabled: first !== '',
    queryFn: async ({ signal }) => {
      const query = { from: findMidnight(first, zone), to: findMidnight(addDays(last, 1), zone) }
      return (await requireAnswer(api.GET('/portal/v1/availability', { params: { query }, signal }))).data.vehicles
    },
  })
}

function findMidnight(day: string, zone: string): string {
  const [instant] = listInstants(`${day}T00:00`, zone)
  return formatWithOffset(instant ?? Date.parse(`${day}T00:00:00Z`), zone)
}

/** A React hook that returns the latest booking between these places, if any. */
export function useLastOnRoute(pickup: PlaceDraft, dropoff: PlaceDraft) {
  const [from, to] = [buildSearchName(pickup), buildSearchName(dropoff)]
  const q = useSettled(from.length > 1 && to.length > 1 ? `${from} ${to}` : '', waitMs).slice(0, 80)
  return useQuery({
    queryKey: ['bookings', 'route', q],
    enabled: q !== '',
    queryFn: async ({ signal }) => {
      const { data } = await requireAnswer(api.GET('/portal/v1/search', { params: { query: { q } }, signal }))
      const found = data.results.find(({ kind }) => kind === 'booking')
      if (found === undefined) return null
      const params = { path: { ref: String(found.id) } }
      return (await requireAnswer(api.GET('/api/v1/bookings/{ref}', { params, signal }))).data
    },
  })
}
