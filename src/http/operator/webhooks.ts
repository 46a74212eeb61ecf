import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listWebhooks, readLog, subscribe, unsubscribe } from '../../actions/webhooks.ts'
import {
  asDelivery,
  asWebhook,
  DeliveriesQuery,
  Delivery,
  NewWebhookEnvelope,
  toSubscription,
  WebhookBody,
  WebhooksEnvelope,
} from '../contracts/webhook.ts'
import { gate } from '../gate.ts'
import { once } from '../idempotency.ts'
import { pageOf, paginated } from '../pagination.ts'
import { idOrNotFound } from '../schema.ts'

const managing = { forOperator: { needs: ['webhooks:manage'] } } as const

/** Where other systems subscribe to follow along. */
export function webhookRoutes(app: AppContext) {
  const { storage } = app
  return new Elysia({ prefix: '/api/v1/webhooks' })
    .use(gate(app))
    .get(
      '',
      async ({ caller }) => ({
        data: (await storage.read((db) => listWebhooks(db, app.secretBox, caller.operatorId), caller)).map(asWebhook),
      }),
      {
        ...managing,
        response: WebhooksEnvelope,
        detail: { tags: ['Operator'], summary: 'List webhook subscriptions' },
      },
    )
    .post(
      '',
      ({ caller, body, context }) =>
        once(app, context, async (tx) => {
          const { subscription, secret } = await subscribe(tx, app, caller, toSubscription(body), context.now)
          return { status: 201, body: { data: { ...asWebhook(subscription), secret } } }
        }),
      {
        ...managing,
        body: WebhookBody,
        response: { 201: NewWebhookEnvelope },
        detail: { tags: ['Operator'], summary: 'Subscribe a URL; the secret is told once' },
      },
    )
    .delete(
      '/:id',
      async ({ caller, params, context, status }) => {
        await storage.transact((tx) => unsubscribe(tx, caller, idOrNotFound(params.id), context.now))
        return status(204)
      },
      { ...managing, detail: { tags: ['Operator'], summary: 'Remove a subscription' } },
    )
    .get(
      '/:id/deliveries',
      ({ caller, params, query, context }) =>
        pageOf(
          context,
          query,
          (page) =>
            storage.read(
              (db) =>
                readLog(db, caller, idOrNotFound(params.id), {
                  ...page,
                  status: query.status ?? null,
                  event: query.event ?? null,
                }),
              caller,
            ),
          asDelivery,
        ),
      {
        ...managing,
        query: DeliveriesQuery,
        response: paginated(Delivery),
        detail: { tags: ['Operator'], summary: "Read a subscription's delivery log" },
      },
    )
}
