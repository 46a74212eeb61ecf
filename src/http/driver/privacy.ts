import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { exportDriver } from '../../actions/driver-export.ts'
import { cancelErasure, scheduleErasure, setLocationConsent } from '../../actions/driver-privacy.ts'
import { toInstant } from '../../domain/instant.ts'
import { asExport, ExportEnvelope } from '../contracts/driver-export.ts'
import { asConsent, asErasure, ConsentBody, ConsentEnvelope, ErasureBody, ErasureEnvelope } from '../contracts/driver-privacy.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'

/** What a driver may know and decide about their own data. */
export function driverPrivacyRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/api/v1/driver/privacy' })
    .use(gate(app))
    .get(
      '/export',
      async ({ caller, set, context }) => {
        const everything = await storage.transact((tx) => exportDriver(tx, app.secretBox, caller, context.now))
        const day = toInstant(context.now).slice(0, 10)
        set.headers['content-disposition'] = `attachment; filename="driver-${caller.driverId}-${day}.json"`
        return asExport(everything, context.now)
      },
      {
        forDriver: true,
        response: ExportEnvelope,
        detail: { tags: ['DriverPrivacy'], summary: 'Take along everything held on you' },
      },
    )
    .put(
      '/consents',
      async ({ caller, body, context }) =>
        asConsent(await storage.transact((tx) => setLocationConsent(tx, caller, body.location_tracking, context.now))),
      {
        forDriver: true,
        body: ConsentBody,
        response: ConsentEnvelope,
        detail: { tags: ['DriverPrivacy'], summary: 'Allow or stop location tracking' },
      },
    )
    .post(
      '/erasure',
      ({ caller, body, context }) =>
        once(app, context, async (tx) => {
          const outcome = body.confirm
            ? await scheduleErasure(tx, caller, body.reason ?? null, context.now)
            : await cancelErasure(tx, caller, context.now)
          return { status: 202, body: asErasure(outcome) }
        }),
      {
        forDriver: true,
        refuses: ['erasure_already_scheduled'],
        body: ErasureBody,
        response: { 202: ErasureEnvelope },
        detail: { tags: ['DriverPrivacy'], summary: 'Ask to be forgotten, or change your mind' },
      },
    )
}
