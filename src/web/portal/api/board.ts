import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from './client.ts'

export type DayBoard = Records['Board']

/** A trip of the day, with who drives it and how it goes. */
export type DayTrip = NonNullable<DayBoard['trips']>[number]

/** The day at the desk: `2026-11-24` on the operator's clocks, or their today for an empty one. */
export function useBoard(day: string) {
  return useQuery({
    queryKey: ['board', day === '' ? 'today' : day],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/board', { params: { query: day === '' ? {} : { day } }, signal })),
  })
}

/**
 * The counts of what waits, for the badges of the rail and the tabs. They are undefined until they are read, and so is
 * each that this role may not read. `isUnread` is true where they could not be read.
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
