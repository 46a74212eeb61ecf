import { listWebhooks } from '../actions/webhooks.ts'
import { configuredCommand } from './command.ts'
import { required } from './flag.ts'
import { mustFindOperator, withDataFolder } from './open-storage.ts'
import { table } from './output.ts'

/** The webhook subscriptions of one operator. */
export const webhookListCommand = configuredCommand({
  words: 'webhook list',
  about: "Lists an operator's webhook subscriptions and how they fare.",
  examples: ['webhook list --operator OP-7GQ2M', 'webhook list --operator OP-7GQ2M --json'],
  flags: { operator: required('OP-…', 'The operator whose subscriptions to list.') },
  async run({ flags, config, out }) {
    const { asWebhook } = await import('../http/contracts/webhook.ts')
    const found = await withDataFolder(config, ({ storage, secretBox }) =>
      storage.read(async (db) => listWebhooks(db, secretBox, (await mustFindOperator(db, flags.operator)).id)),
    )
    const data = found.map(asWebhook)
    const rows = data.map((one) => [
      String(one.id),
      one.label,
      one.endpoint_url,
      one.events.join(' '),
      one.parked_reason === null ? one.status : `parked (${one.parked_reason})`,
      one.last_delivery_at ?? 'never',
    ])
    await out.answer({ data }, table(['ID', 'LABEL', 'URL', 'EVENTS', 'STATUS', 'LAST DELIVERY'], rows))
  },
})
