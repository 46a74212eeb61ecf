import { platformOffice } from '../../actions/amendments/amending-office.ts'
import { listAmendmentsOfTrip } from '../../actions/amendments/amendments.ts'
import type { AppContext } from '../../actions/context.ts'
import type { PlatformCaller } from '../../domain/caller.ts'
import { amendmentRoutes } from '../amendment-routes.ts'

/** Routes for the platform's changes to bookings. */
export function platformAmendmentRoutes(app: AppContext) {
  return amendmentRoutes<PlatformCaller>(app, '/platform/v1/trips/:ref/amendments', {
    reading: { forPlatform: true },
    changing: { forPlatform: true },
    buildOffice: (_, ref) => platformOffice(ref),
    list: (db, _, ref) => listAmendmentsOfTrip(db, ref),
  })
}
