import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeNotificationChoices, showNotificationChoices } from '../../actions/messages/notifications.ts'
import { respondWithRead } from '../contract.ts'
import { NotificationsBody, NotificationsView, toNotificationChoices } from '../contracts/portal-notifications.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'

/** Routes of the notifications of the signed-in person. */
export function portalNotificationRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/notifications' })
    .use(createGate(app))
    .get('', ({ caller, context }) => respondWithRead(context, NotificationsView, (db) => showNotificationChoices(db, caller)), {
      forPortal: true,
      response: NotificationsView.schema,
      summary: 'Read your email and SMS notifications',
    })
    .put(
      '',
      ({ caller, body, context }) =>
        respondWithWrite(context, NotificationsView, (tx) => changeNotificationChoices(tx, caller, toNotificationChoices(body))),
      {
        forPortal: true,
        body: NotificationsBody,
        response: NotificationsView.schema,
        summary: 'Change your email and SMS notifications',
      },
    )
}
