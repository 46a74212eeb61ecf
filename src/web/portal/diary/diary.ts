import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import { addDays, findToday, formatInstant, formatSpan, toWall } from '../../plain/moment.ts'
import { toOwnClocks } from '../../plain/timeline.ts'
import { findItemEnd } from '../../plain/trip-end.ts'
import { formatWord } from '../../plain/words.ts'

export type Whole = Records['Diary']
export type DiaryLine = Whole['rows'][number]
export type Item = Records['DiaryItem']

/** Filters of the diary in the address. */
export type DiaryFilters = {
  readonly seats: string
  readonly type: string
  readonly driver: string
  readonly customer: string
  readonly purpose: string
}

/** A React hook that returns the plan of every driver or vehicle for these days, in the operator's time zone. */
export function useDiary(from: string, days: number, by: 'vehicle' | 'driver') {
  const { zone } = useSession()
  const select = useCallback(({ data }: { readonly data: Whole }) => ({ data: toClocksOfZone(data, zone) }), [zone])
  return useQuery({
    select,
    queryKey: ['diary', by, from, days],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/portal/v1/diary', { params: { query: { from, to: addDays(from, days - 1), by } }, signal })),
  })
}

function toClocksOfZone({ rows, unassigned, elsewhere }: Whole, zone: string): Whole {
  const all = (items: readonly Item[]) => items.map((item) => toOwnClocks(item, zone))
  return {
    rows: rows.map((row) => ({ ...row, items: all(row.items) })),
    unassigned: all(unassigned),
    elsewhere: all(elsewhere),
  }
}

/** A React hook that returns all drivers and vehicles, with their busy times during an item. */
export function useFreeDuring({ from, to }: Item) {
  return useQuery({
    queryKey: ['diary', 'free', from, to],
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/availability', { params: { query: { from, to } }, signal })),
  })
}

/**
 * A React hook that counts the unanswered jobs that depart on these days, among the first hundred. Null while loading,
 * and for a role without access.
 */
export function useJobsLeaving(from: string, days: number, isWanted: boolean) {
  const { can } = useSession()
  const isOpen = isWanted && can('jobs:read')
  const { data } = useQuery({
    queryKey: ['jobs', 'fresh', 'leaving'],
    enabled: isOpen,
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/api/v1/jobs', { params: { query: { filter: 'fresh', per_page: 100 } }, signal })),
  })
  if (!isOpen || data === undefined) return null
  const to = addDays(from, days)
  return data.data.filter(({ departs_at }) => departs_at.slice(0, 10) >= from && departs_at.slice(0, 10) < to).length
}

/** Whether an item matches the filters. */
export function isShown(item: Item, row: DiaryLine | null, { seats, type, driver, customer, purpose }: DiaryFilters): boolean {
  const has = (text: string | null | undefined, wanted: string) =>
    wanted === '' || (text ?? '').toLowerCase().includes(wanted.trim().toLowerCase())
  return (
    (seats === '' || row === null || (row.seats ?? Number.POSITIVE_INFINITY) >= Number(seats)) &&
    (type === '' || row === null || row.type === undefined || row.type === type) &&
    has(item.driver?.name, driver) &&
    has(item.customer_name, customer) &&
    (purpose === '' || item.purpose === purpose)
  )
}

/** Whether a row matches the filters: vehicles by seats and type, drivers by name. */
export function isRowShown(row: DiaryLine, { seats, type, driver }: DiaryFilters): boolean {
  return (
    (row.name === undefined || row.name.toLowerCase().includes(driver.trim().toLowerCase())) &&
    (seats === '' || (row.seats ?? Number.POSITIVE_INFINITY) >= Number(seats)) &&
    (type === '' || row.type === undefined || row.type === type)
  )
}

/** Name of an item in the address. */
export function buildItemName({ ref, vehicle_no, duty_id, from }: Item): string {
  return [ref ?? from, vehicle_no ?? 0, duty_id ?? 0].join('.')
}

/** Every trip of the diary once, by departure: allocated, unallocated, and hired in. */
export function listDiaryItems({ rows, unassigned, elsewhere }: Whole, filters: DiaryFilters): readonly Item[] {
  const onRows = rows.flatMap((row) => row.items.filter((item) => isShown(item, row, filters)))
  const others = [...unassigned, ...elsewhere].filter((item) => isShown(item, null, filters))
  const seen = new Map([...onRows, ...others].map((item) => [buildItemKey(item), item]))
  return [...seen.values()].toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
}

/** A key of an item, equal in every list. */
export function buildItemKey(item: Item): string {
  return [item.what, item.ref, item.vehicle_no, item.duty_id, item.block_id, item.from, item.vehicle_id].join(' ')
}

/** The start of an item on its row: the report time if it is known and before the departure, else the departure. */
export function findItemStart({ from, report_at }: Item): string {
  return report_at !== null && Date.parse(report_at) < Date.parse(from) ? report_at : from
}

/** Title of a bar in a few words. */
export function formatItemTitle(item: Item): string {
  if (item.what === 'block') return formatWord(item.kind ?? 'block')
  return item.customer_name ?? item.summary ?? item.ref ?? ''
}

const whatWords: Readonly<Record<string, string>> = {
  booking: 'Confirmed',
  confirmed: 'Provisional',
  likely: 'Provisional',
  block: 'Blocked',
}

/** State of an item in words, since colour alone must not carry it. */
export function formatItemState(item: Item): string {
  if (item.what !== 'booking') return whatWords[item.what] ?? formatWord(item.what)
  if (item.needs_driver) return 'No driver'
  return item.is_acknowledged === false ? 'Awaiting driver' : 'Confirmed'
}

const clashWords: Readonly<Record<string, string>> = {
  driver_overlap: 'Driver on two trips',
  vehicle_overlap: 'Vehicle on two trips',
  vehicle_promised: 'Vehicle promised in another quote',
  driver_blocked: 'Driver away',
  vehicle_blocked: 'Vehicle off road',
  seats_below_passengers: 'Too few seats',
}

/** Formats a clash. */
export function formatClash(code: string): string {
  return clashWords[code] ?? formatWord(code)
}

/** State in a bar beside its title, after the word for a clash. */
export function formatBarState(item: Item): string {
  return item.warnings.length > 0 ? `Clash · ${formatItemState(item)}` : formatItemState(item)
}

/** The accessible text of an item. It begins with the text of its bar. */
export function describeItem(item: Item, zone: string, now: number): string {
  const rest = [
    item.customer_name === null ? null : item.summary,
    formatSpan(toWall(item.from), toWall(findItemEnd(item)), findToday(zone, now)),
    findItemStart(item) === item.from ? null : `report at ${formatInstant(findItemStart(item), zone, now)}`,
    item.vehicle_reg,
    item.driver?.name,
    ...item.warnings.map(formatClash),
  ]
  return `${formatItemTitle(item)} ${formatBarState(item)}, ${rest.filter(Boolean).join(', ')}`
}
