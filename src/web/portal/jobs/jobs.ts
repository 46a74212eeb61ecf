import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { addDays, findToday } from '../../plain/moment.ts'
import { formatWithOffset, listInstants } from '../../plain/zone.ts'
import { useBoard } from '../api/board.ts'

export type InboxJob = Records['Job']
export type SentQuote = NonNullable<InboxJob['my_quote']>

/** The lists of jobs of the API. */
export type JobList = 'fresh' | 'closing' | 'quoted' | 'expired' | 'all'

const buildJobQuery = (ref: string) => ({
  queryKey: ['jobs', 'one', ref],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    requireAnswer(api.GET('/api/v1/jobs/{ref}', { params: { path: { ref } }, signal })),
})

/** A React hook that returns a page of the inbox. */
export function useJobs(filter: JobList, page: number, isWanted: boolean) {
  return useQuery({
    queryKey: ['jobs', filter, page],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/api/v1/jobs', { params: { query: { filter, page, per_page: 50 } }, signal })),
  })
}

/** A React hook that returns one job with its quote. */
export function useJob(ref: string) {
  return useQuery(buildJobQuery(ref))
}

/** A React hook that returns the jobs with open booking requests, by deadline. */
export function useRequests() {
  const board = useBoard('')
  const refs = (board.data?.data.needs_you ?? []).flatMap(({ kind, ref }) =>
    kind === 'booking_request' && ref !== null ? [ref] : [],
  )
  const jobs = useQueries({ queries: refs.map(buildJobQuery) })
  return {
    isRead: board.data !== undefined,
    error: board.error,
    refetch: board.refetch,
    jobs: jobs.flatMap(({ data }) => (data === undefined ? [] : [data.data])),
  }
}

/** A React hook that returns the sent versions of a job's quote, oldest first. */
export function useRevisions(ref: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['jobs', 'one', ref, 'revisions'],
    enabled: isWanted,
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/jobs/{ref}/revisions', { params: { path: { ref } }, signal })),
  })
}

/** Longest time ahead that one request can cover. */
const daysAhead = 61

/** A React hook that returns all drivers and vehicles, with busy times for two months from today. */
export function useBusyTimes() {
  const { zone, can } = useSession()
  const today = findToday(zone, useClock(60_000))
  const [from, to] = useMemo(
    () => [today, addDays(today, daysAhead)].map((day) => formatWithOffset(listInstants(`${day}T00:00`, zone)[0] ?? 0, zone)),
    [today, zone],
  )
  return useQuery({
    queryKey: ['diary', 'taken', from],
    enabled: can('bookings:read') && can('drivers:read'),
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/portal/v1/availability', { params: { query: { from: from ?? '', to: to ?? '' } }, signal })),
  })
}

/**
 * A React hook that returns all drivers and vehicles, with busy times during a trip. Covers only the beginning of a very long
 * trip.
 */
export function useBusyTimesThen({ departs_at, ends_at }: Pick<InboxJob, 'departs_at' | 'ends_at'>) {
  const { can } = useSession()
  const from = Date.parse(departs_at)
  const to = Math.min(Math.max(Date.parse(ends_at), from + 60_000), from + daysAhead * 86_400_000)
  return useQuery({
    queryKey: ['diary', 'taken', from, to],
    enabled: can('bookings:read') && can('drivers:read'),
    queryFn: ({ signal }) => {
      const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      return requireAnswer(api.GET('/portal/v1/availability', { params: { query }, signal }))
    },
  })
}
