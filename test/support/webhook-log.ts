import { type OperatorClient, ok } from './market.ts'
import type { ReceiverSubscription } from './webhook-receiver.ts'

/** The subscription as the operator reads it now. */
export async function findWebhook(desk: OperatorClient, { id }: Pick<ReceiverSubscription, 'id'>) {
  return ok(await desk.get('/webhooks')).find((one: { id: number }) => one.id === id)
}

/** The deliveries of a subscription, newest first. */
export async function listDeliveries(desk: OperatorClient, { id }: Pick<ReceiverSubscription, 'id'>, query = '?per_page=100') {
  return ok(await desk.get(`/webhooks/${id}/deliveries${query}`))
}
