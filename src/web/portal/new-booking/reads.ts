import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dayOf, daysLater } from '../../plain/moment.ts'
import { instantsOf, withOffset } from '../../plain/zone.ts'
import { answerOf, api } from '../api/client.ts'
import { searchedName, type TypedPlace } from '../trip-fields/typed-trip.ts'

/** A value once it has been the same for a third of a second, so that not every key asks the server. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 300)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Customers whose name or organisation holds what was typed. */
export function useCustomersNamed(typed: string) {
  const q = useSettled(typed.trim()).slice(0, 80)
  return useQuery({
    queryKey: ['customers', 'named', q],
    enabled: q.length >= 2,
    queryFn: async ({ signal }) => {
      const { data } = await answerOf(api.GET('/portal/v1/search', { params: { query: { q } }, signal }))
      return data.results.filter(({ kind }) => kind === 'customer').slice(0, 5)
    },
  })
}

/** Of the hundred customers kept last those whose number holds the digits that were typed. */
export function useCustomersCalling(typed: string) {
  const digits = digitsIn(useSettled(typed))
  const isAsked = digits.length >= 5
  const { data } = useQuery({
    queryKey: ['customers', 'last'],
    enabled: isAsked,
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/customers', { params: { query: { page: 1, per_page: 100 } }, signal })),
  })
  if (!isAsked || data === undefined) return []
  return data.data.filter(({ phone }) => phone !== null && digitsIn(phone).includes(digits)).slice(0, 5)
}

/** The digits of a number without what it begins with at home or from abroad: `+44 7700 900456` and `07700 900456` are one. */
function digitsIn(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^(?:0044|44|0)/, '')
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
  const q = useSettled(from.length > 1 && to.length > 1 ? `${from} ${to}` : '').slice(0, 80)
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
