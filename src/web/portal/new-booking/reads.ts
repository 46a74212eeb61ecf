import { useQuery } from '@tanstack/react-query'
import { extractDialledDigits } from '../../../domain/dialled.ts'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import type { Suggestions } from '../../office/form/suggest-field.tsx'
import { useSettled } from '../../office/parts/settled.ts'
import { buildSearchName, type PlaceDraft } from '../../office/trip-fields/places.ts'
import { addDays } from '../../plain/moment.ts'
import { formatWithOffset, listInstants } from '../../plain/zone.ts'

const waitMs = 300

/** Greatest number of suggested customers. */
const offered = 5

/** A suggested customer: a saved one by id, or an earlier one by the reference of their latest trip. */
export type CustomerChoice = { readonly id: number | string; readonly words: readonly (string | null)[] }

/** A React hook that returns the customers whose name or organisation holds the typed text. */
export function useCustomersNamed(typed: string): Suggestions<CustomerChoice> {
  const name = typed.trim().slice(0, 80)
  return useCustomersFound(name.length < 2 || extractDialledDigits(name) !== null ? '' : name)
}

/** A React hook that returns the customers whose phone number holds the typed digits, from more digits than an area code. */
export function useCustomersCalling(typed: string): Suggestions<CustomerChoice> {
  const number = typed.trim()
  return useCustomersFound((extractDialledDigits(number)?.length ?? 0) < 5 ? '' : number)
}

/**
 * A React hook that returns the saved customers that match a text, newest first, then earlier customers. None for an empty text.
 */
function useCustomersFound(sought: string): Suggestions<CustomerChoice> {
  const q = useSettled(sought, waitMs)
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
  const isAnswered = [kept, others].every(({ data, isPlaceholderData }) => data !== undefined && !isPlaceholderData)
  if (q === '' || q !== sought || !isAnswered) return { hits: [], isReady: false, isAwaited: false }
  const found = others.data?.data.results.filter((hit) => hit.kept === false) ?? []
  const hits = [
    ...(kept.data?.data ?? []).map(({ id, name, organisation, phone }) => ({ id, words: [name, organisation, phone] })),
    ...found.map(({ id, title, subtitle }) => ({ id, words: [title, subtitle] })),
  ].slice(0, offered)
  return { hits, isReady: true, isAwaited: false }
}

/** A React hook that returns the number of trips entered for a saved customer, and the last one. */
export function useTripsOfCustomer(customerId: number | null) {
  return useQuery({
    queryKey: ['trips', 'of-customer', customerId],
    enabled: customerId !== null,
    queryFn: async ({ signal }) => {
      const query = { customer_id: customerId ?? 0, per_page: 1 }
      const { data, meta } = await requireAnswer(api.GET('/portal/v1/trips', { params: { query }, signal }))
      return { count: meta.total, last: data[0] ?? null }
    },
  })
}

/** A React hook that returns vehicles and drivers with their busy times from a day to another, in the operator's time zone. */
export function useFleetThen(first: string, last: string, zone: string) {
  return useQuery({
    queryKey: ['availability', first, last],
    enabled: first !== '',
    queryFn: async ({ signal }) => {
      const query = { from: findMidnight(first, zone), to: findMidnight(addDays(last, 1), zone) }
      return (await requireAnswer(api.GET('/portal/v1/availability', { params: { query }, signal }))).data
    },
  })
}

function findMidnight(day: string, zone: string): string {
  const [instant] = listInstants(`${day}T00:00`, zone)
  return formatWithOffset(instant ?? Date.parse(`${day}T00:00:00Z`), zone)
}

/** An earlier quote for the same route. */
export type RoutePrice = Pick<Records['Job'], 'ref' | 'status' | 'departs_at' | 'passenger_count' | 'currency_code'> & {
  readonly price_amount: number
}

/** Greatest number of earlier trips of a route that are read. */
const mostOnRoute = 4

/** A React hook that returns the last quotes between these places, newest departure first. */
export function usePricesOnRoute(pickup: PlaceDraft, dropoff: PlaceDraft) {
  const [from, to] = [buildSearchName(pickup), buildSearchName(dropoff)]
  const q = useSettled(from.length > 1 && to.length > 1 ? `${from} ${to}` : '', waitMs).slice(0, 80)
  return useQuery({
    queryKey: ['jobs', 'route', q],
    enabled: q !== '',
    queryFn: async ({ signal }): Promise<readonly RoutePrice[]> => {
      const { data } = await requireAnswer(api.GET('/portal/v1/search', { params: { query: { q } }, signal }))
      const refs = data.results.flatMap(({ kind, id }) => (kind === 'booking' || kind === 'job' ? [String(id)] : []))
      const jobs = await Promise.all(
        refs
          .slice(0, mostOnRoute)
          .map((ref) => requireAnswer(api.GET('/api/v1/jobs/{ref}', { params: { path: { ref } }, signal }))),
      )
      return jobs
        .flatMap(({ data: job }) => (job.my_quote === null ? [] : [{ ...job, price_amount: job.my_quote.price_amount }]))
        .toSorted((one, other) => Date.parse(other.departs_at) - Date.parse(one.departs_at))
    },
  })
}
