import { randomBytes } from 'node:crypto'
import { calendarFile } from '../../domain/calendar.ts'
import type { DriverCaller, PortalCaller } from '../../domain/caller.ts'
import { dutyEvents } from '../../domain/duty-calendar.ts'
import type { FeedShow, FeedSubject } from '../../domain/feed.ts'
import { dayMs } from '../../domain/instant.ts'
import { invalid, mustFind, notFound } from '../../domain/refusal.ts'
import { scrubContactAndMoney } from '../../domain/scrub.ts'
import { isTokenText, kindOfToken, tokenText } from '../../domain/token.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { keepDriver, lockOperator } from '../../storage/locks.ts'
import { findDriverOnRoster } from '../../storage/queries/drivers.ts'
import {
  dropFeed,
  type FeedRow,
  feedsOfDriver,
  findFeed,
  findFeedByHash,
  findFeedOfDriver,
  insertFeed,
  listFeeds,
  type NamedFeed,
  tripsOfFeed,
} from '../../storage/queries/feeds.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findVehicle } from '../../storage/queries/vehicles.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { hashToken } from '../people/credentials.ts'
import { calendarNamesOf } from '../server/calendar-names.ts'

/** A calendar that is wanted; `id` is that of the coach or driver, null for the whole account. */
export type NewFeed = { readonly of: FeedSubject; readonly id: number | null; readonly show: FeedShow }

/** Trips are told for so long after they have left, and so long before they do. */
const pastMs = 90 * dayMs
const aheadMs = 2 * 365 * dayMs

/** The caller's feeds, the newest first, without those of who or what has left. */
export function listOwnFeeds(db: Reader, { operatorId }: PortalCaller, asked: PageAsked) {
  return listFeeds(db, { operatorId, ...pageSpanOf(asked) })
}

/**
 * Makes a calendar that is read by its address alone; the address in the answer is the only copy there will ever be. Refuses
 * `validation_failed`, also for a coach or driver that is not the caller's.
 */
export async function makeFeed(tx: Writer, app: Pick<AppContext, 'baseUrl'>, caller: PortalCaller, wanted: NewFeed, now: number) {
  const { operatorId } = caller
  await lockOperator(tx, operatorId)
  const whose = await subjectOf(tx, operatorId, wanted)
  return addFeed(tx, app, { ...whose, operatorId, show: wanted.show }, now)
}

async function addFeed(
  tx: Writer,
  { baseUrl }: Pick<AppContext, 'baseUrl'>,
  feed: Pick<FeedRow, 'operatorId' | 'vehicleId' | 'driverId' | 'show'>,
  now: number,
) {
  const token = tokenText('feed', randomBytes(32))
  const { id } = await insertFeed(tx, { ...feed, hash: hashToken(token), createdAt: now })
  return { id, url: `${baseUrl}/feeds/${token}.ics` }
}

/** The calendars of the driver's own duties, the newest first, those that the office made among them. */
export function listDriverFeeds(db: Reader, { driverId }: DriverCaller): Promise<readonly NamedFeed[]> {
  return feedsOfDriver(db, driverId)
}

/** Makes a calendar of the driver's own duties, as `makeFeed` does: the address in the answer is the only copy. */
export async function makeDriverFeed(tx: Writer, app: Pick<AppContext, 'baseUrl'>, caller: DriverCaller, now: number) {
  const { operatorId, driverId } = caller
  await lockOperator(tx, operatorId)
  await keepDriver(tx, driverId)
  return addFeed(tx, app, { operatorId, driverId, vehicleId: null, show: 'full' }, now)
}

/** Ends a calendar of the driver's own duties, also one that the office made. Refuses `not_found`. */
export async function endDriverFeed(tx: Writer, { operatorId, driverId }: DriverCaller, id: number): Promise<void> {
  await lockOperator(tx, operatorId)
  const feed = await mustFind(findFeedOfDriver(tx, driverId, id))
  await dropFeed(tx, feed.id)
}

async function subjectOf(tx: Writer, operatorId: number, { of, id }: NewFeed): Promise<Pick<FeedRow, 'vehicleId' | 'driverId'>> {
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

/** Ends a calendar of the caller's: its address is dead from the very next call. Refuses `not_found`. */
export async function endFeed(tx: Writer, { operatorId }: PortalCaller, id: number): Promise<void> {
  await lockOperator(tx, operatorId)
  const feed = await mustFind(findFeed(tx, operatorId, id))
  await dropFeed(tx, feed.id)
}

/** The calendar behind a secret address, as a file. Refuses `not_found` for one that is dead or never was. */
export async function readFeed(
  db: Reader,
  { baseUrl }: Pick<AppContext, 'baseUrl'>,
  token: string,
  now: number,
): Promise<string> {
  if (kindOfToken(token) !== 'feed' || !isTokenText(token)) throw notFound()
  const found = await mustFind(findFeedByHash(db, hashToken(token)))
  const operator = await mustFind(findOperator(db, found.feed.operatorId))
  const { vehicleId, driverId, show } = found.feed
  const trips = await tripsOfFeed(db, found.feed, { from: now - pastMs, to: now + aheadMs })
  const isWhole = vehicleId === null && driverId === null
  const names = await calendarNamesOf(db, baseUrl)
  const events = dutyEvents(trips, { show, names, now, isWhole })
  return calendarFile({ name: nameOf(found, operator.name), timezone: operator.timezone, events })
}

/** Name of a calendar. A reader who sees times alone hears of no name either. */
function nameOf({ feed, registration, driverName }: NamedFeed, operatorName: string): string {
  if (feed.show === 'busy') return 'Busy'
  const whose = driverName === null ? registration : scrubContactAndMoney(driverName)
  return [whose, operatorName].filter((part) => part !== null).join(', ')
}
