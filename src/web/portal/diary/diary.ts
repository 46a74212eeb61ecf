import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { daysLater, spokenInstant, spokenSpan, todayIn, wallOf } from '../../plain/moment.ts'
import { onClocks } from '../../plain/timeline.ts'
import { endOfItem } from '../../plain/trip-end.ts'
import { spokenWord } from '../../plain/words.ts'
import { answerOf, api, type Records } from '../api/client.ts'
import { useSession } from '../api/session.ts'

export type Whole = Records['Diary']
export type DiaryLine = Whole['rows'][number]
export type Item = Records['DiaryItem']

/** Filters of the diary, as the address holds them. */
export type DiaryFilters = {
  readonly seats: string
  readonly type: string
  readonly driver: string
  readonly customer: string
  readonly purpose: string
}

/** The plan of every driver, or of every coach, for these days, at the times that the operator's clocks show. */
export function useDiary(from: string, days: number, by: 'vehicle' | 'driver') {
  const { zone } = useSession()
  const select = useCallback(({ data }: { readonly data: Whole }) => ({ data: onClocksOf(data, zone) }), [zone])
  return useQuery({
    select,
    queryKey: ['diary', by, from, days],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/portal/v1/diary', { params: { query: { from, to: daysLater(from, days - 1), by } }, signal })),
  })
}

function onClocksOf({ rows, unassigned, elsewhere }: Whole, zone: string): Whole {
  const all = (items: readonly Item[]) => items.map((item) => onClocks(item, zone))
  return {
    rows: rows.map((row) => ({ ...row, items: all(row.items) })),
    unassigned: all(unassigned),
    elsewhere: all(elsewhere),
  }
}

/** All drivers and coaches, with what takes each while an item lasts. */
export function useFreeDuring({ from, to }: Item) {
  return useQuery({
    queryKey: ['diary', 'free', from, to],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/availability', { params: { query: { from, to } }, signal })),
  })
}

/**
 * Number of jobs that no one has answered and that leave on these days, among the first hundred. Null until they are
 * read, and where they may not be.
 */
export function useJobsLeaving(from: string, days: number, isWanted: boolean) {
  const { can } = useSession()
  const isOpen = isWanted && can('jobs:read')
  const { data } = useQuery({
    queryKey: ['jobs', 'fresh', 'leaving'],
    enabled: isOpen,
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/jobs', { params: { query: { filter: 'fresh', per_page: 100 } }, signal })),
  })
  if (!isOpen || data === undefined) return null
  const to = daysLater(from, days)
  return data.data.filter(({ departs_at }) => departs_at.slice(0, 10) >= from && departs_at.slice(0, 10) < to).length
}

/** Whether an item is among what was asked for. */
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

/** Whether a row is left when coaches are narrowed down by seats and kind, and drivers by name. */
export function isRowShown(row: DiaryLine, { seats, type, driver }: DiaryFilters): boolean {
  return (
    (row.name === undefined || row.name.toLowerCase().includes(driver.trim().toLowerCase())) &&
    (seats === '' || (row.seats ?? Number.POSITIVE_INFINITY) >= Number(seats)) &&
    (type === '' || row.type === undefined || row.type === type)
  )
}

/** Name that an item has in the address. */
export function itemKey({ ref, vehicle_no, duty_id, from }: Item): string {
  return [ref ?? from, vehicle_no ?? 0, duty_id ?? 0].join('.')
}

/** Every trip of the diary once, by departure: those on rows, those that want a driver, those elsewhere. */
export function diaryItemsOf({ rows, unassigned, elsewhere }: Whole, filters: DiaryFilters): readonly Item[] {
  const onRows = rows.flatMap((row) => row.items.filter((item) => isShown(item, row, filters)))
  const others = [...unassigned, ...elsewhere].filter((item) => isShown(item, null, filters))
  const seen = new Map([...onRows, ...others].map((item) => [keyOf(item), item]))
  return [...seen.values()].toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
}

/** A key of an item, the same for the same thing in every list. */
export function keyOf(item: Item): string {
  return [item.what, item.ref, item.vehicle_no, item.duty_id, item.block_id, item.from, item.vehicle_id].join(' ')
}

/** The instant from which an item takes its row: when its driver reports, where that is known and before it departs. */
export function takenFrom({ from, report_at }: Item): string {
  return report_at !== null && Date.parse(report_at) < Date.parse(from) ? report_at : from
}

/** Title of a bar: who or what, in a word or two. */
export function titleOf(item: Item): string {
  if (item.what === 'block') return spokenWord(item.kind ?? 'block')
  return item.customer_name ?? item.summary ?? item.ref ?? ''
}

const whatWords: Readonly<Record<string, string>> = {
  booking: 'Booked',
  confirmed: 'Quoted, sure',
  likely: 'Quoted, likely',
  block: 'Blocked',
}

/** State of an item, as a word: colour never says it alone. */
export function stateOf(item: Item): string {
  if (item.what !== 'booking') return whatWords[item.what] ?? spokenWord(item.what)
  if (item.needs_driver) return 'Needs a driver'
  return item.is_acknowledged === false ? 'Waiting for the driver' : 'Booked'
}

const clashWords: Readonly<Record<string, string>> = {
  driver_overlap: 'The driver is on two trips',
  vehicle_overlap: 'The coach is on two trips',
  vehicle_promised: 'The coach is promised to somebody else',
  driver_blocked: 'The driver is away',
  vehicle_blocked: 'The coach is off the road',
  seats_below_passengers: 'Too few seats',
}

/** A clash in words. */
export function clashWord(code: string): string {
  return clashWords[code] ?? spokenWord(code)
}

/** State in a bar beside its title; a clash is named before it. */
export function barState(item: Item): string {
  return item.warnings.length > 0 ? `Clash · ${stateOf(item)}` : stateOf(item)
}

/** Everything of an item in one sentence, for who does not see where it lies; it begins with what stands in the bar. */
export function spokenItem(item: Item, zone: string, now: number): string {
  const rest = [
    item.customer_name === null ? null : item.summary,
    spokenSpan(wallOf(item.from), wallOf(endOfItem(item)), todayIn(zone, now)),
    takenFrom(item) === item.from ? null : `reports ${spokenInstant(takenFrom(item), zone, now)}`,
    item.vehicle_reg,
    item.driver?.name,
    ...item.warnings.map(clashWord),
  ]
  return `${titleOf(item)} ${barState(item)}, ${rest.filter(Boolean).join(', ')}`
}
