import { listWebhooks } from '../actions/webhooks/webhooks.ts'
import { defineConfiguredCommand } from './command.ts'
import { defineRequiredFlag, defineToggle } from './flag.ts'
import { requireOperatorByRef, runWithDataFolder } from './open-storage.ts'
import { formatTable } from './output.ts'

/** The webhook subscriptions of one operator. */
export const webhookListCommand = defineConfiguredCommand({
  words: 'webhook list',
  about: "Lists an operator's webhook subscriptions and their status, with the hosts of their addresses only.",
  examples: ['webhook list --operator OP-7GQ2M', 'webhook list --operator OP-7GQ2M --show-url --json'],
  flags: {
    operator: defineRequiredFlag('OP-…', 'The operator.'),
    showUrl: defineToggle('Shows the full addresses, which often contain a token.'),
  },
  async run({ flags, config, out }) {
    const { asWebhook } = await import('../http/contracts/webhook.ts')
    const found = await runWithDataFolder(config, ({ storage, secretBox }) =>
      storage.read(async (db) => listWebhooks(db, secretBox, (await requireOperatorByRef(db, flags.operator)).id)),
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
    await out.answer(
      { data },
      formatTable(['ID', 'LABEL', flags.showUrl ? 'URL' : 'HOST', 'EVENTS', 'STATUS', 'LAST DELIVERY'], rows),
    )
  },
})
