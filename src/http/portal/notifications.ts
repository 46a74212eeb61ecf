import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeWishes, showWishes } from '../../actions/messages/notifications.ts'
import { read } from '../contract.ts'
import { NotificationsBody, NotificationsView, toWishes } from '../contracts/portal-notifications.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'

/** Routes of what the person on this device hears of; no one changes it for another. */
export function portalNotificationRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/notifications' })
    .use(gate(app))
    .get('', ({ caller, context }) => read(context, NotificationsView, (db) => showWishes(db, caller)), {
      forPortal: true,
      response: NotificationsView.schema,
      summary: 'Read what you are told by mail and SMS',
    })
    .put('', ({ caller, body, context }) => write(context, NotificationsView, (tx) => changeWishes(tx, caller, toWishes(body))), {
      forPortal: true,
      body: NotificationsBody,
      response: NotificationsView.schema,
      summary: 'Choose what you are told by mail and SMS',
    })
}
