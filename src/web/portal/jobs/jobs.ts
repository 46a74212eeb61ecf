import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { daysLater, todayIn } from '../../plain/moment.ts'
import { instantsOf, withOffset } from '../../plain/zone.ts'
import { useBoard } from '../api/board.ts'
import { answerOf, api, type Records } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useNow } from '../parts/now.ts'

export type InboxJob = Records['Job']
export type SentQuote = NonNullable<InboxJob['my_quote']>

/** The lists of jobs that the server keeps. */
export type JobList = 'fresh' | 'closing' | 'quoted' | 'expired' | 'all'

const oneJob = (ref: string) => ({
  queryKey: ['jobs', 'one', ref],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    answerOf(api.GET('/api/v1/jobs/{ref}', { params: { path: { ref } }, signal })),
})

/** A page of the inbox. */
export function useJobs(filter: JobList, page: number, isWanted: boolean) {
  return useQuery({
    queryKey: ['jobs', filter, page],
    enabled: isWanted,
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/jobs', { params: { query: { filter, page, per_page: 50 } }, signal })),
  })
}

/** One job as it was offered, with what was quoted for it. */
export function useJob(ref: string) {
  return useQuery(oneJob(ref))
}

/** The jobs whose customers want to book and wait for an answer, the first to run out first. */
export function useRequests() {
  const board = useBoard('')
  const refs = (board.data?.data.needs_you ?? []).flatMap(({ kind, ref }) =>
    kind === 'booking_request' && ref !== null ? [ref] : [],
  )
  const jobs = useQueries({ queries: refs.map(oneJob) })
  return {
    isRead: board.data !== undefined,
    error: board.error,
    refetch: board.refetch,
    jobs: jobs.flatMap(({ data }) => (data === undefined ? [] : [data.data])),
  }
}

/** The versions of a job's quote, each as it was sent, the first one first. */
export function useRevisions(ref: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['jobs', 'one', ref, 'revisions'],
    enabled: isWanted,
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/jobs/{ref}/revisions', { params: { path: { ref } }, signal })),
  })
}

/** The longest that can be looked ahead in one reading. */
const daysAhead = 61

/** All drivers and coaches, with what takes each in the two months from today on. */
export function useTaken() {
  const { zone, can } = useSession()
  const today = todayIn(zone, useNow(60_000))
  const [from, to] = useMemo(
    () => [today, daysLater(today, daysAhead)].map((day) => withOffset(instantsOf(`${day}T00:00`, zone)[0] ?? 0, zone)),
    [today, zone],
  )
  return useQuery({
    queryKey: ['diary', 'taken', from],
    enabled: can('bookings:read') && can('drivers:read'),
    queryFn: ({ signal }) =>
      answerOf(api.GET('/portal/v1/availability', { params: { query: { from: from ?? '', to: to ?? '' } }, signal })),
  })
}

/**
 * All drivers and coaches, with what takes each while a trip lasts, however far ahead that is. Of a longer trip than
 * can be told, its beginning.
 */
export function useTakenThen({ departs_at, ends_at }: Pick<InboxJob, 'departs_at' | 'ends_at'>) {
  const { can } = useSession()
  const from = Date.parse(departs_at)
  const to = Math.min(Math.max(Date.parse(ends_at), from + 60_000), from + daysAhead * 86_400_000)
  return useQuery({
    queryKey: ['diary', 'taken', from, to],
    enabled: can('bookings:read') && can('drivers:read'),
    queryFn: ({ signal }) => {
      const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      return answerOf(api.GET('/portal/v1/availability', { params: { query }, signal }))
    },
  })
}
