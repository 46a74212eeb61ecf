import { abilityFor, type EventName, envelope } from '../domain/event.ts'
import { park } from '../domain/subscription.ts'
import { insertDelivery } from '../storage/queries/deliveries.ts'
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
  const { id: eventId } = await insertEvent(tx, { ...fact, occurredAt: now })

  for (const { subscription, credential } of followers) {
    const isGone = credential.revokedAt !== null || (credential.expiresAt !== null && credential.expiresAt <= now)
    const standing = isGone ? park(subscription, 'credential_revoked', now) : subscription
    if (standing.parkedAt !== null) {
      await saveSubscription(tx, subscription, { ...standing, skippedSinceParked: standing.skippedSinceParked + 1 })
      continue
    }
    const data = credential.abilities.includes(abilityFor[fact.event]) ? fact.data : {}
    await insertDelivery(tx, {
      id: Bun.randomUUIDv7(),
      eventId,
      subscriptionId: subscription.id,
      event: fact.event,
      body: envelope(fact.event, operator.ref, now, data),
      status: 'pending',
      attempts: 0,
      dueAt: now,
      createdAt: now,
    })
  }
}
