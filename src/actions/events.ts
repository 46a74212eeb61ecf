import { abilityFor, type EventName, envelope } from '../domain/event.ts'
import { isRevokedOrExpired, park } from '../domain/subscription.ts'
import { abandonQueue, insertDelivery } from '../storage/queries/deliveries.ts'
import { findOperator } from '../storage/queries/operators.ts'
import { insertEvent, saveSubscription, subscriptionsOf } from '../storage/queries/webhooks.ts'
import type { Writer } from '../storage/storage.ts'

/** Something happened that an operator's other systems may want to know. */
export type Fact = {
  readonly event: EventName
  readonly operatorId: number
  readonly tripId: number
  /** What a key that may read the thing sees of it. */
  readonly data: Record<string, unknown>
}

/**
 * Writes the fact and one delivery for each subscription that follows it, in the fact's own transaction. A subscription
 * whose credential lacks the ability hears that something happened and nothing more; one whose credential is gone is parked.
 */
export async function announce(tx: Writer, fact: Fact, now: number): Promise<void> {
  const followers = (await subscriptionsOf(tx, fact.operatorId)).filter(({ subscription }) =>
    subscription.events.includes(fact.event),
  )
  const operator = followers.length === 0 ? null : await findOperator(tx, fact.operatorId)
  if (operator === null) return
  const { event, operatorId, tripId, data } = fact
  const body = envelope(event, operator.ref, now, data)
  const { id: eventId } = await insertEvent(tx, { event, operatorId, tripId, body, occurredAt: now })

  for (const { subscription, credential } of followers) {
    const standing = isRevokedOrExpired(credential, now) ? park(subscription, 'credential_revoked', now) : subscription
    if (standing.parkedAt !== null) {
      await saveSubscription(tx, subscription, { ...standing, skippedSinceParked: standing.skippedSinceParked + 1 })
      if (subscription.parkedAt === null) await abandonQueue(tx, subscription.id)
      continue
    }
    await insertDelivery(tx, {
      id: Bun.randomUUIDv7(),
      eventId,
      subscriptionId: subscription.id,
      event,
      hasData: credential.abilities.includes(abilityFor[event]),
      status: 'pending',
      attempts: 0,
      dueAt: now,
      createdAt: now,
    })
  }
}
