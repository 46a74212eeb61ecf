import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'

export type DayBoard = Records['Board']

/** A trip of the day with its drivers and its status. */
export type DayTrip = NonNullable<DayBoard['trips']>[number]

/** A React hook that returns the board of a day in the operator's time zone (`2026-11-24`), or of today for an empty one. */
export function useBoard(day: string) {
  return useQuery({
    queryKey: ['board', day === '' ? 'today' : day],
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/board', { params: { query: day === '' ? {} : { day } }, signal })),
  })
}

/** A React hook that returns the board of another day without its points and counts. Reads nothing for no day. */
export function useTripsOn(day: string | undefined) {
  return useQuery({
    queryKey: ['board', 'trips', day],
    enabled: day !== undefined,
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/portal/v1/board', { params: { query: { day: day ?? '', only: 'trips' } }, signal })),
  })
}

/**
 * A React hook that returns the counts for the badges of rail and tabs. Undefined while loading, and for counts without access.
 * `isUnread` is true after a failed read.
 */
export function useCounts(): {
  readonly counts: DayBoard['counts'] | undefined
  readonly isUnread: boolean
  readonly unsafe: number
} {
  const { data, isError } = useBoard('')
  const unsafe = data?.data.needs_you.filter(({ kind }) => kind === 'unsafe_vehicle').length ?? 0
  return { counts: data?.data.counts, isUnread: data === undefined && isError, unsafe }
}
