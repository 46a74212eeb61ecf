import { listItineraryPlaces } from '../../domain/itinerary.ts'
import { fillChanges, listChangedPlaces } from '../../domain/place-filling.ts'
import { type TripChangeInput, toTripChanges } from '../../domain/requested-changes.ts'
import { collectDriveRequests, createDriveFinder, type DriveFinder } from '../../domain/road-distance.ts'
import { openOwnGazetteer } from '../../gateways/gazetteer.ts'
import { findBookingOfTrip } from '../../storage/queries/bookings.ts'
import type { Reader } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { type IdempotentRequest, isRepeated } from '../idempotency.ts'
import { findRoutedDrives, ignoreRefusal } from '../trips/drives.ts'
import { findLocator } from '../trips/locators.ts'
import { planAmendment } from './apply-amendments.ts'

/** Requested changes of a trip, with the coordinates of their places, and the way to find the drives of the moved legs. */
type LocatedChanges = { readonly changes: TripChangeInput; readonly find: DriveFinder }

/**
 * Finds the coordinates of the places in an amendment, and asks the router for the drives of the legs that it moves. Call it
 * before the transaction that enters the amendment. A repeat of a request finds and asks nothing.
 */
export async function locateChanges(
  app: AppContext,
  tripId: number,
  asked: TripChangeInput,
  { key }: Pick<IdempotentRequest<never>, 'key'>,
): Promise<LocatedChanges> {
  if (await app.storage.read((db) => isRepeated(db, key, app.clock()))) {
    return { changes: asked, find: createDriveFinder(app.roads.figures) }
  }
  const changes = await fillChangedPlaces(app, tripId, asked)
  const find = await findRoutedDrives(app, () =>
    app.storage.read((db) => ignoreRefusal(listMovedDrives(db, tripId, changes, app.clock()), [])),
  )
  return { changes, find }
}

async function fillChangedPlaces({ storage }: AppContext, tripId: number, asked: TripChangeInput): Promise<TripChangeInput> {
  const places = listChangedPlaces(asked)
  if (places.length === 0) return asked
  const gazetteer = await openOwnGazetteer()
  return storage.read(async (db) => {
    const record = await findBookingOfTrip(db, tripId)
    if (record === null) return asked
    const { itinerary, timezone } = record.trip
    return fillChanges(asked, listItineraryPlaces(itinerary), await findLocator(db, gazetteer, places, timezone))
  })
}

/** The points of the legs that an amendment moves without given figures. Refuses as `planAmendment` does. */
async function listMovedDrives(db: Reader, tripId: number, asked: TripChangeInput, now: number) {
  const record = await findBookingOfTrip(db, tripId)
  if (record === null) return []
  const { find, wanted } = collectDriveRequests()
  await planAmendment(db, record, { changes: toTripChanges(asked, record.trip), priceAmount: null }, find, now)
  return wanted
}
