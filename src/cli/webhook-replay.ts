import { replayDelivery } from '../actions/webhooks/webhooks.ts'
import { configuredCommand } from './command.ts'
import { required } from './flag.ts'
import { withDataFolder } from './open-storage.ts'

/** Sends one delivery again, under its own id. */
export const webhookReplayCommand = configuredCommand({
  words: 'webhook replay',
  about:
    'Sends a delivery once more under its own id, so that a receiver that had it can tell. Refused on a parked subscription.',
  examples: ['webhook replay --delivery 0193c5a0-0000-7000-8000-000000000000'],
  flags: { delivery: required('ID', 'The delivery as its log names it.') },
  async run({ flags, config, out }) {
    await withDataFolder(config, ({ storage }, now) => storage.transact((tx) => replayDelivery(tx, flags.delivery, now)))
    await out.answer(
      { delivery: flags.delivery, status: 'pending' },
      'The delivery is due now; a running server sends it within a second.',
    )
  },
})
