import type { Market, OperatorClient } from './market.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

let opened = 0

/**
 * Another operator with webhooks that show a round of the dispatcher: deliveries due before `pass` have been sent when it
 * resolves. Its own requests are not among `others`.
 */
export async function openDispatcherCheckpoint(market: Market, receiver: WebhookReceiver) {
  const path = `/witness/${++opened}`
  const desk: OperatorClient = await market.operator('Witness Coaches')
  await receiver.subscribe(desk, path)
  let heard = 0
  return {
    async pass(): Promise<void> {
      // Deliveries of the same round as the first have been sent when the second arrives.
      for (let n = 0; n < 2; n++) {
        await market.trip([desk])
        await receiver.atLeast(++heard, path)
      }
    },
    others: () => receiver.received.filter((hit) => hit.path !== path),
  }
}
