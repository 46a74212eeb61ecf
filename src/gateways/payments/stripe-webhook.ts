import type { Logger } from '../../log.ts'
import type { ProviderCall } from './payments.ts'
import type { StripeAccess } from './stripe-client.ts'

const toleratedAgeSeconds = 300

/**
 * A call of Stripe: the names of its objects on this server, and whether it is a dispute. Null without a valid signature from
 * the last five minutes. Stores nothing.
 */
export async function readStripeWebhook(
  access: StripeAccess,
  { webhookSecrets, log }: { readonly webhookSecrets: readonly string[]; readonly log: Pick<Logger, 'debug'> },
  text: string,
  signature: string | null,
): Promise<ProviderCall | null> {
  if (signature === null) return null
  for (const secret of webhookSecrets) {
    const event = await parseVerifiedEvent(access, text, signature, secret)
    if (event === null) continue
    const { refs, isOfDispute, server, isLive } = readEventSubject(event)
    const isOfOthers = server !== null && server !== access.serverId
    if (!isOfOthers && isLive === access.isLive) return { refs, isOfDispute }
    log.debug({ why: isOfOthers ? 'server' : 'livemode' }, 'ignored a Stripe event for another server')
    return { refs: [], isOfDispute: false }
  }
  return null
}

/** The event of a valid signature, as an untyped value. */
async function parseVerifiedEvent({ api }: StripeAccess, text: string, signature: string, secret: string): Promise<unknown> {
  try {
    return await api.webhooks.constructEventAsync(text, signature, secret, toleratedAgeSeconds)
  } catch {
    return null
  }
}

type About = ProviderCall & { readonly server: unknown; readonly isLive: unknown }

function readEventSubject(event: unknown): About {
  const thing = readMember(readMember(event, 'data'), 'object')
  const refs = [readMember(thing, 'id'), readMember(thing, 'payment_intent')]
  return {
    refs: refs.filter((ref) => typeof ref === 'string'),
    isOfDispute: readMember(thing, 'object') === 'dispute',
    server: readMember(readMember(thing, 'metadata'), 'charabanc_server'),
    isLive: readMember(event, 'livemode'),
  }
}

function readMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return null
  return Object.entries(value).find(([key]) => key === name)?.[1] ?? null
}
