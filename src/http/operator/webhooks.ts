import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listWebhooks, readLog, subscribe, unsubscribe } from '../../actions/webhooks/webhooks.ts'
import { NoContent, read } from '../contract.ts'
import { DeliveriesQuery, DeliveryPage, NewWebhookView, toSubscription, WebhookBody, WebhooksView } from '../contracts/webhook.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { idOrNotFound } from '../schema.ts'

const managing = { forOperator: { needs: ['webhooks:manage'] } } as const

/** Routes by which other systems subscribe to follow along. */
export function webhookRoutes(app: AppContext) {
  return new Elysia({ prefix: '/api/v1/webhooks' })
    .use(gate(app))
    .get('', ({ caller, context }) => read(context, WebhooksView, (db) => listWebhooks(db, app.secretBox, caller.operatorId)), {
      ...managing,
      response: WebhooksView.schema,
      summary: 'List webhook subscriptions',
    })
    .post(
      '',
      ({ caller, body, context }) =>
        write(context, NewWebhookView, (tx) => subscribe(tx, app, caller, toSubscription(body), context.now), 201),
      {
        ...managing,
        body: WebhookBody,
        response: { 201: NewWebhookView.schema },
        summary: 'Subscribe a URL; the secret is told once',
      },
    )
    .delete(
      '/:id',
      ({ caller, params, context }) =>
        write(context, NoContent, (tx) => unsubscribe(tx, caller, idOrNotFound(params.id), context.now), 204),
      { ...managing, summary: 'Remove a subscription' },
    )
    .get(
      '/:id/deliveries',
      ({ caller, params, query, context }) =>
        list(context, DeliveryPage, query, (db, page) =>
          readLog(db, caller, idOrNotFound(params.id), { ...page, status: query.status ?? null, event: query.event ?? null }),
        ),
      { ...managing, query: DeliveriesQuery, response: DeliveryPage.schema, summary: "Read a subscription's delivery log" },
    )
}
