import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { DiaryRows } from '../../../domain/diary.ts'
import { formatCount } from '../../../domain/spoken.ts'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import { addDays, formatDay, toWallTime } from '../../plain/moment.ts'
import { formatMoney } from '../../plain/money.ts'
import { findItemDays, toOwnClocks } from '../../plain/timeline.ts'
import { findItemEnd } from '../../plain/trip-end.ts'
import { findBookingState, findRoute, formatWord, type StateWord } from '../../plain/words.ts'
import { formatWithOffset } from '../../plain/zone.ts'

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
export function useDiary(from: string, days: number, by: DiaryRows) {
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
  const all = (items: readonly Item[]) =>
    items.map((item) => {
      // A node of the release before sends no quote.
      const quote = item.quote ? { ...item.quote, valid_until: formatWithOffset(Date.parse(item.quote.valid_until), zone) } : null
      return { ...toOwnClocks(item, zone), quote }
    })
  return {
    rows: rows.map((row) => ({ ...row, items: all(row.items) })),
    unassigned: all(unassigned),
    elsewhere: all(elsewhere),
  }
}

/** A React hook that returns all drivers and vehicles, with their busy times during an item. */
export function useFreeDuring({ from, to }: Item, isWanted = true) {
  return useQuery({
    queryKey: ['diary', 'free', from, to],
    enabled: isWanted,
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
export function buildItemName({ ref, vehicle_no, duty_id, block_id }: Item): string {
  return [ref ?? `block-${block_id}`, vehicle_no ?? 0, duty_id ?? 0].join('.')
}

/** Every trip of the diary once, by departure: allocated, unallocated, and hired in. */
export function listDiaryItems({ rows, unassigned, elsewhere }: Whole, filters: DiaryFilters): readonly Item[] {
  const onRows = rows.flatMap((row) => row.items.filter((item) => isShown(item, row, filters)))
  const others = [...unassigned, ...elsewhere].filter((item) => isShown(item, null, filters))
  const seen = new Map([...onRows, ...others].map((item) => [buildItemKey(item), item]))
  return [...seen.values()].toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
}

/** The vehicles of bookings without a row: in a diary of vehicles those without a vehicle, of drivers those without a driver. */
export function listUnallocated({ rows, unassigned }: Whole, by: DiaryRows, filters: DiaryFilters): readonly Item[] {
  const nameOf = ({ ref, vehicle_no }: Item) => `${ref} ${vehicle_no}`
  const onRows = new Set(by === 'vehicle' ? rows.flatMap(({ items }) => items.map(nameOf)) : [])
  return unassigned.filter((item) => isShown(item, null, filters) && !onRows.has(nameOf(item)))
}

/** Number of vehicles on trips, by the day of their departure, and in all. */
export function countJobs(items: readonly Item[]): { readonly all: number; readonly byDay: ReadonlyMap<string, number> } {
  const jobs = new Map(
    items
      .filter(({ what }) => what !== 'block')
      .map(({ ref, vehicle_no, from }) => [`${ref} ${vehicle_no}`, from.slice(0, 10)] as const),
  )
  const byDay = new Map<string, number>()
  for (const day of jobs.values()) byDay.set(day, (byDay.get(day) ?? 0) + 1)
  return { all: jobs.size, byDay }
}

/** A key of an item, equal in every list. */
export function buildItemKey(item: Item): string {
  return [item.what, item.ref, item.vehicle_no, item.duty_id, item.block_id, item.from, item.vehicle_id].join(' ')
}

/** The start of an item on its row: the report time if it is known and before the departure, else the departure. */
export function findItemStart({ from, report_at }: Item): string {
  return report_at !== null && Date.parse(report_at) < Date.parse(from) ? report_at : from
}

const blockWords: Readonly<Record<string, string>> = { mot: 'Off road: MOT', service: 'Off road: service' }

/** The route of an item, or the kind of a block: `Leeds → York`, `Off road`. */
export function formatItemRoute({ what, kind, summary, ref }: Item): string {
  if (what === 'block') return blockWords[kind ?? ''] ?? formatWord(kind ?? 'block')
  return summary === null ? (ref ?? '') : findRoute(summary)
}

/** The customer of an item, or its route: the name of a list entry. */
export function formatItemTitle(item: Item): string {
  return item.customer_name ?? formatItemRoute(item)
}

/** The customer and the route of an item: `Leeds Choir: Leeds → York`. */
export function formatItemHeading(item: Item): string {
  const route = formatItemRoute(item)
  return item.customer_name === null ? route : `${item.customer_name}: ${route}`
}

/** State of an item: its word and its colour. */
export function findItemState({ what, trip_status, needs_driver }: Item): StateWord {
  if (what === 'block') return { word: 'Blocked', tone: 'plain', until: null }
  if (what !== 'booking') return { word: 'Provisional', tone: 'plain', until: null }
  return findBookingState({ status: '', trip_status: trip_status ?? 'unassigned', needs_driver })
}

const clashWords: Readonly<Record<string, string>> = {
  driver_overlap: 'Driver on two trips',
  vehicle_overlap: 'Vehicle on two trips',
  vehicle_promised: 'Promised in another quote',
  driver_blocked: 'Driver away',
  vehicle_blocked: 'Vehicle off road',
  seats_below_passengers: 'Too few seats',
}

/** The clashes of an item in words. With its row they name the missing seats and the other trip. */
export function formatClashes(item: Item, row: DiaryLine | null): string {
  return item.warnings.map((code) => formatClash(code, item, row)).join(', ')
}

function formatClash(code: string, item: Item, row: DiaryLine | null): string {
  if (code === 'seats_below_passengers' && row?.seats !== undefined)
    return `${formatCount((item.passenger_count ?? 0) - row.seats, 'seat')} short`
  const other = code.endsWith('_overlap') ? row?.items.find((one) => isOverlapping(one, item)) : undefined
  return other === undefined ? (clashWords[code] ?? formatWord(code)) : `Overlaps ${toWallTime(other.from)} job`
}

function isOverlapping(one: Item, item: Item): boolean {
  const isSameCoach = one.ref === item.ref && one.vehicle_no === item.vehicle_no
  const isMeanwhile = Date.parse(one.from) < Date.parse(item.to) && Date.parse(one.to) > Date.parse(item.from)
  return one.what === 'booking' && !isSameCoach && isMeanwhile
}

/** The lines of an item. `by` names the rows, which do not repeat their own name; null for a list, which names both. */
export function describeItem(item: Item, row: DiaryLine | null, by: DiaryRows | null) {
  const end = findItemEnd(item)
  const { first, last } = findItemDays({ from: item.from, to: end })
  const passengers = item.passenger_count
  return {
    time: toWallTime(item.from),
    until: `–${toWallTime(end)}`,
    /** Both ends of an item of several days, with their weekdays. */
    days: first === last ? null : `${formatWeekday(item.from)} – ${formatWeekday(end)}`,
    route: formatItemRoute(item),
    who: [
      item.customer_name,
      passengers !== null && (item.customer_name === null ? formatCount(passengers, 'passenger') : passengers),
      item.vehicle_no !== null && item.vehicle_no > 1 && `vehicle ${item.vehicle_no}`,
    ]
      .filter(Boolean)
      .join(' · '),
    crew: item.what === 'block' ? '' : formatCrew(item, by),
    clash: formatClashes(item, row),
  }
}

function formatWeekday(local: string): string {
  return `${formatDay(local, local).slice(0, 3)} ${toWallTime(local)}`
}

/** The driver or the vehicle of an item, with a state that needs attention: `Pat Moss`, `Awaiting Pat Moss`, `No driver`. */
function formatCrew(item: Item, by: DiaryRows | null): string {
  const { word, tone } = findItemState(item)
  const driver = item.driver && [item.driver.name, item.role !== 'driver' && item.role].filter(Boolean).join(', ')
  if (by === null) return [item.vehicle_reg, driver].filter(Boolean).join(' · ')
  if (item.quote !== null) {
    const { price_amount, currency_code, valid_until } = item.quote
    return `${formatMoney(price_amount, currency_code)} · to ${formatDay(valid_until, valid_until).slice(4)}`
  }
  if (item.what !== 'booking' || item.needs_driver) return word
  const crew = by === 'vehicle' ? driver : item.vehicle_reg
  if (tone === 'waiting') return by === 'vehicle' ? `Awaiting ${driver}` : `${word} · ${crew}`
  const isNamed = tone === 'over' || isUnderWay(item)
  return [isNamed && word, crew].filter(Boolean).join(' · ') || word
}

/** Whether the driver has set off and not finished. */
export function isUnderWay({ trip_status }: Item): boolean {
  return ['en_route', 'arrived', 'on_board', 'between_legs'].includes(trip_status ?? '')
}
