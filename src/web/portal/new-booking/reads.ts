import { useQuery } from '@tanstack/react-query'
import { dialledDigits } from '../../../domain/dialled.ts'
import { dayOf, daysLater } from '../../plain/moment.ts'
import { instantsOf, withOffset } from '../../plain/zone.ts'
import { answerOf, api } from '../api/client.ts'
import { useSettled } from '../parts/settled.ts'
import { searchedName, type TypedPlace } from '../trip-fields/typed-trip.ts'

const waitMs = 300

/** Greatest number of customers offered to choose from. */
const offered = 5

/** Customers whose name or organisation holds what was typed. */
export function useCustomersNamed(typed: string) {
  const name = useSettled(typed.trim(), waitMs).slice(0, 80)
  return useCustomersFound(name.length < 2 || dialledDigits(name) !== null ? '' : name)
}

/** Customers whose number holds the digits that were typed, once those are more than an area's. */
export function useCustomersCalling(typed: string) {
  const number = useSettled(typed.trim(), waitMs)
  return useCustomersFound((dialledDigits(number)?.length ?? 0) < 5 ? '' : number)
}

/** Somebody to choose: a customer who is kept, by id, or who booked or asked before, by the ref of their latest trip. */
export type CustomerChoice = { readonly id: number | string; readonly words: readonly (string | null)[] }

/** The newest customers that are found by `q`, then everybody else who booked or asked; none by an empty one. */
function useCustomersFound(q: string): readonly CustomerChoice[] {
  const kept = useQuery({
    queryKey: ['customers', 'found', q],
    enabled: q !== '',
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/customers', { params: { query: { q, per_page: offered } }, signal })),
  })
  const others = useQuery({
    queryKey: ['search', q],
    enabled: q !== '',
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/search', { params: { query: { q } }, signal })),
  })
  if (q === '') return []
  const customers = kept.isPlaceholderData ? [] : (kept.data?.data ?? [])
  const hits = others.isPlaceholderData ? [] : (others.data?.data.results ?? [])
  return [
    ...customers.map(({ id, name, organisation, phone }) => ({ id, words: [name, organisation, phone] })),
    ...hits.filter(({ kept: isKept }) => isKept === false).map(({ id, title, subtitle }) => ({ id, words: [title, subtitle] })),
  ].slice(0, offered)
}

/** The fleet and what takes it on the days of a trip, from midnight to midnight on the operator's clocks. */
export function useFleetThen(from: string | null, until: string | null, zone: string) {
  const first = from === null ? '' : dayOf(from)
  const last = until === null || dayOf(until) < first ? first : dayOf(until)
  return useQuery({
    queryKey: ['availability', first, last],
    enabled: first !== '',
    queryFn: async ({ signal }) => {
      const query = { from: midnight(first, zone), to: midnight(daysLater(last, 1), zone) }
      return (await answerOf(api.GET('/portal/v1/availability', { params: { query }, signal }))).data.vehicles
    },
  })
}

function midnight(day: string, zone: string): string {
  const [instant] = instantsOf(`${day}T00:00`, zone)
  return withOffset(instant ?? Date.parse(`${day}T00:00:00Z`), zone)
}

/** The booking between these places that departs last, if there is one. */
export function useLastOnRoute(pickup: TypedPlace, dropoff: TypedPlace) {
  const [from, to] = [searchedName(pickup), searchedName(dropoff)]
  const q = useSettled(from.length > 1 && to.length > 1 ? `${from} ${to}` : '', waitMs).slice(0, 80)
  return useQuery({
    queryKey: ['bookings', 'route', q],
    enabled: q !== '',
    queryFn: async ({ signal }) => {
      const { data } = await answerOf(api.GET('/portal/v1/search', { params: { query: { q } }, signal }))
      const found = data.results.find(({ kind }) => kind === 'booking')
      if (found === undefined) return null
      const params = { path: { ref: String(found.id) } }
      return (await answerOf(api.GET('/api/v1/bookings/{ref}', { params, signal }))).data
    },
  })
}
