import { replayDelivery } from '../actions/webhooks/webhooks.ts'
import { defineConfiguredCommand } from './command.ts'
import { defineRequiredFlag } from './flag.ts'
import { runWithDataFolder } from './open-storage.ts'

/** Sends one delivery again, under its own id. */
export const webhookReplayCommand = defineConfiguredCommand({
  words: 'webhook replay',
  about:
    'Sends a delivery again under the same id, so that the receiver can detect the repeat. Refused on a parked subscription.',
  examples: ['webhook replay --delivery 0193c5a0-0000-7000-8000-000000000000'],
  flags: { delivery: defineRequiredFlag('ID', "The delivery's id from the delivery log.") },
  async run({ flags, config, out }) {
    await runWithDataFolder(config, ({ storage }, now) => storage.transact((tx) => replayDelivery(tx, flags.delivery, now)))
    await out.answer(
      { delivery: flags.delivery, status: 'pending' },
      'The delivery is due now. A running server sends it within a second.',
    )
  },
})
