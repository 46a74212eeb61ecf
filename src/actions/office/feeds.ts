import { randomBytes } from 'node:crypto'
import { formatCalendarFile } from '../../domain/calendar.ts'
import type { DriverCaller, PortalCaller } from '../../domain/caller.ts'
import { listDutyEvents } from '../../domain/duty-calendar.ts'
import type { FeedShow, FeedSubject } from '../../domain/feed.ts'
import { dayMs } from '../../domain/instant.ts'
import { invalid, notFound, requireFound } from '../../domain/refusal.ts'
import { scrubContactAndMoney } from '../../domain/scrub.ts'
import { findTokenKind, formatToken, isTokenText } from '../../domain/token.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { keepDriver, lockOperator } from '../../storage/locks.ts'
import { findDriverOnRoster } from '../../storage/queries/drivers.ts'
import {
  dropFeed,
  type FeedRow,
  findFeed,
  findFeedByHash,
  findFeedOfDriver,
  insertFeed,
  listFeeds,
  listFeedsOfDriver,
  listTripsOfFeed,
  type NamedFeed,
} from '../../storage/queries/feeds.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findVehicle } from '../../storage/queries/vehicles.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { hashToken } from '../credentials.ts'
import { readCalendarNames } from '../server/calendar-names.ts'

/** A requested calendar; `id` is that of the vehicle or driver, null for the whole account. */
export type NewFeed = { readonly of: FeedSubject; readonly id: number | null; readonly show: FeedShow }

/** Time after its departure, and before it, for which a feed contains a trip. */
const pastMs = 90 * dayMs
const aheadMs = 2 * 365 * dayMs

/** Lists the caller's feeds, newest first, without those of removed vehicles and drivers. */
export function listOwnFeeds(db: Reader, { operatorId }: PortalCaller, asked: PageAsked) {
  return listFeeds(db, { operatorId, ...toPageSpan(asked) })
}

/**
 * Makes a calendar with a secret address, which only this response contains. Refuses `validation_failed`, also for another
 * account's vehicle or driver.
 */
export async function makeFeed(tx: Writer, app: Pick<AppContext, 'baseUrl'>, caller: PortalCaller, wanted: NewFeed, now: number) {
  const { operatorId } = caller
  await lockOperator(tx, operatorId)
  const whose = await findFeedSubject(tx, operatorId, wanted)
  return addFeed(tx, app, { ...whose, operatorId, show: wanted.show }, now)
}

async function addFeed(
  tx: Writer,
  { baseUrl }: Pick<AppContext, 'baseUrl'>,
  feed: Pick<FeedRow, 'operatorId' | 'vehicleId' | 'driverId' | 'show'>,
  now: number,
) {
  const token = formatToken('feed', randomBytes(32))
  const { id } = await insertFeed(tx, { ...feed, hash: hashToken(token), createdAt: now })
  return { id, url: `${baseUrl}/feeds/${token}.ics` }
}

/** The calendars of the driver's own duties, newest first, including those that the office made. */
export function listDriverFeeds(db: Reader, { driverId }: DriverCaller): Promise<readonly NamedFeed[]> {
  return listFeedsOfDriver(db, driverId)
}

/** Makes a calendar of the driver's own duties, as `makeFeed` does. */
export async function makeDriverFeed(tx: Writer, app: Pick<AppContext, 'baseUrl'>, caller: DriverCaller, now: number) {
  const { operatorId, driverId } = caller
  await lockOperator(tx, operatorId)
  await keepDriver(tx, driverId)
  return addFeed(tx, app, { operatorId, driverId, vehicleId: null, show: 'full' }, now)
}

/** Ends a calendar of the driver's own duties, also one that the office made. Refuses `not_found`. */
export async function endDriverFeed(tx: Writer, { operatorId, driverId }: DriverCaller, id: number): Promise<void> {
  await lockOperator(tx, operatorId)
  const feed = await requireFound(findFeedOfDriver(tx, driverId, id))
  await dropFeed(tx, feed.id)
}

async function findFeedSubject(
  tx: Writer,
  operatorId: number,
  { of, id }: NewFeed,
): Promise<Pick<FeedRow, 'vehicleId' | 'driverId'>> {
  if (of === 'operator') return { vehicleId: null, driverId: null }
  if (id === null) throw invalid(['id'], 'required')
  if (of === 'vehicle') {
    if ((await findVehicle(tx, operatorId, id)) === null) throw invalid(['id'], 'unknown')
    return { vehicleId: id, driverId: null }
  }
  await keepDriver(tx, id)
  if ((await findDriverOnRoster(tx, operatorId, id)) === null) throw invalid(['id'], 'unknown')
  return { vehicleId: null, driverId: id }
}

/** Ends one of the caller's calendars; its address is invalid from the next call. Refuses `not_found`. */
export async function endFeed(tx: Writer, { operatorId }: PortalCaller, id: number): Promise<void> {
  await lockOperator(tx, operatorId)
  const feed = await requireFound(findFeed(tx, operatorId, id))
  await dropFeed(tx, feed.id)
}

/** The calendar of a secret address, as a file. Refuses `not_found` for an unknown or ended one. */
export async function readFeed(
  db: Reader,
  { baseUrl }: Pick<AppContext, 'baseUrl'>,
  token: string,
  now: number,
): Promise<string> {
  if (findTokenKind(token) !== 'feed' || !isTokenText(token)) throw notFound()
  const found = await requireFound(findFeedByHash(db, hashToken(token)))
  const operator = await requireFound(findOperator(db, found.feed.operatorId))
  const { vehicleId, driverId, show } = found.feed
  const trips = await listTripsOfFeed(db, found.feed, { from: now - pastMs, to: now + aheadMs })
  const isWhole = vehicleId === null && driverId === null
  const names = await readCalendarNames(db, baseUrl)
  const events = listDutyEvents(trips, { show, names, now, isWhole })
  return formatCalendarFile({ name: formatCalendarName(found, operator.name), timezone: operator.timezone, events })
}

/** Name of a calendar, without a name for readers of times alone. */
function formatCalendarName({ feed, registration, driverName }: NamedFeed, operatorName: string): string {
  if (feed.show === 'busy') return 'Busy'
  const whose = driverName === null ? registration : scrubContactAndMoney(driverName)
  return [whose, operatorName].filter((part) => part !== null).join(', ')
}
