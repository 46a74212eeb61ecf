import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listWebhooks, readLog, subscribeWebhook, unsubscribeWebhook } from '../../actions/webhooks/webhooks.ts'
import { NoContent, respondWithRead } from '../contract.ts'
import { DeliveriesQuery, DeliveryPage, NewWebhookView, toSubscription, WebhookBody, WebhooksView } from '../contracts/webhook.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { parseIdOrRefuse } from '../schema.ts'

const managing = { forOperator: { needs: ['webhooks:manage'] } } as const

export function webhookRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/webhooks' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, context }) => respondWithRead(context, WebhooksView, (db) => listWebhooks(db, app.secretBox, caller.operatorId)),
      {
        ...managing,
        response: WebhooksView.schema,
        summary: 'List webhook subscriptions',
      },
    )
    .post(
      '',
      ({ caller, body, context }) =>
        respondWithWrite(
          context,
          NewWebhookView,
          (tx) => subscribeWebhook(tx, app, caller, toSubscription(body), context.now),
          201,
        ),
      {
        ...managing,
        body: WebhookBody,
        response: { 201: NewWebhookView.schema },
        summary: 'Subscribe a URL; the answer shows the secret once',
      },
    )
    .delete(
      '/:id',
      ({ caller, params, context }) =>
        respondWithWrite(
          context,
          NoContent,
          (tx) => unsubscribeWebhook(tx, caller, parseIdOrRefuse(params.id), context.now),
          204,
        ),
      { ...managing, summary: 'Remove a subscription' },
    )
    .get(
      '/:id/deliveries',
      ({ caller, params, query, context }) =>
        respondWithList(context, DeliveryPage, query, (db, page) =>
          readLog(db, caller, parseIdOrRefuse(params.id), { ...page, status: query.status ?? null, event: query.event ?? null }),
        ),
      { ...managing, query: DeliveriesQuery, response: DeliveryPage.schema, summary: "Read a subscription's delivery log" },
    )
}
