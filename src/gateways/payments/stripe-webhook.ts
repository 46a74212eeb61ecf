import type { Logger } from '../../log.ts'
import type { ProviderCall } from './payments.ts'
import type { StripeAccess } from './stripe-client.ts'

const toleratedAgeSeconds = 300

/**
 * A call of Stripe's: the names of what it is about, so far as that may be this server's, and whether it is a dispute.
 * Null where no secret of ours signed it within five minutes. Nothing of it is kept.
 */
export async function wokenBy(
  access: StripeAccess,
  { webhookSecrets, log }: { readonly webhookSecrets: readonly string[]; readonly log: Pick<Logger, 'debug'> },
  text: string,
  signature: string | null,
): Promise<ProviderCall | null> {
  if (signature === null) return null
  for (const secret of webhookSecrets) {
    const event = await eventIn(access, text, signature, secret)
    if (event === null) continue
    const { refs, isOfDispute, server, isLive } = aboutOf(event)
    const isOfOthers = server !== null && server !== access.serverId
    if (!isOfOthers && isLive === access.isLive) return { refs, isOfDispute }
    log.debug({ why: isOfOthers ? 'server' : 'livemode' }, 'an event of Stripe is not for this server')
    return { refs: [], isOfDispute: false }
  }
  return null
}

/** The event that a secret signed, as a thing of which nothing is known. */
async function eventIn({ api }: StripeAccess, text: string, signature: string, secret: string): Promise<unknown> {
  try {
    return await api.webhooks.constructEventAsync(text, signature, secret, toleratedAgeSeconds)
  } catch {
    return null
  }
}

type About = ProviderCall & { readonly server: unknown; readonly isLive: unknown }

function aboutOf(event: unknown): About {
  const thing = memberOf(memberOf(event, 'data'), 'object')
  const refs = [memberOf(thing, 'id'), memberOf(thing, 'payment_intent')]
  return {
    refs: refs.filter((ref) => typeof ref === 'string'),
    isOfDispute: memberOf(thing, 'object') === 'dispute',
    server: memberOf(memberOf(thing, 'metadata'), 'charabanc_server'),
    isLive: memberOf(event, 'livemode'),
  }
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return null
  return Object.entries(value).find(([key]) => key === name)?.[1] ?? null
}
