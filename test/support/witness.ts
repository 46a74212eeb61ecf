import type { HookReceiver } from './hook-receiver.ts'
import type { Market, OperatorDesk } from './market.ts'

let opened = 0

/**
 * Another operator, who tells that the dispatcher has gone round: what was due before `pass` has set out when it resolves. Its
 * own requests are not among `others`.
 */
export async function openWitness(market: Market, receiver: HookReceiver) {
  const path = `/witness/${++opened}`
  const desk: OperatorDesk = await market.operator('Witness Coaches')
  await receiver.follow(desk, path)
  let heard = 0
  return {
    async pass(): Promise<void> {
      // What starts in the same round as the first has set out when the second arrives.
      for (let n = 0; n < 2; n++) {
        await market.trip([desk])
        await receiver.atLeast(++heard, path)
      }
    },
    others: () => receiver.hits.filter((hit) => hit.path !== path),
  }
}
