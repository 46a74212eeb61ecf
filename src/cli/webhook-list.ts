import { listWebhooks } from '../actions/webhooks/webhooks.ts'
import { configuredCommand } from './command.ts'
import { required, toggle } from './flag.ts'
import { mustFindOperator, withDataFolder } from './open-storage.ts'
import { table } from './output.ts'

/** The webhook subscriptions of one operator. */
export const webhookListCommand = configuredCommand({
  words: 'webhook list',
  about: "Lists an operator's webhook subscriptions and how they fare; of their addresses the hosts alone.",
  examples: ['webhook list --operator OP-7GQ2M', 'webhook list --operator OP-7GQ2M --show-url --json'],
  flags: {
    operator: required('OP-…', 'The operator whose subscriptions to list.'),
    showUrl: toggle('Shows the whole addresses, which often carry a token.'),
  },
  async run({ flags, config, out }) {
    const { asWebhook } = await import('../http/contracts/webhook.ts')
    const found = await withDataFolder(config, ({ storage, secretBox }) =>
      storage.read(async (db) => listWebhooks(db, secretBox, (await mustFindOperator(db, flags.operator)).id)),
    )
    const data = found.map((one) => asWebhook(flags.showUrl ? one : { ...one, endpointUrl: one.endpointHost }))
    const rows = data.map((one) => [
      String(one.id),
      one.label,
      one.endpoint_url,
      one.events.join(' '),
      one.parked_reason === null ? one.status : `parked (${one.parked_reason})`,
      one.last_delivery_at ?? 'never',
    ])
    await out.answer({ data }, table(['ID', 'LABEL', flags.showUrl ? 'URL' : 'HOST', 'EVENTS', 'STATUS', 'LAST DELIVERY'], rows))
  },
})
