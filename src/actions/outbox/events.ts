import { abilityFor } from '../../domain/event.ts'
import { isRevokedOrExpired, parkForGood } from '../../domain/subscription.ts'
import { abandonQueue, insertDelivery } from '../../storage/queries/deliveries.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { insertEvent, listSubscriptions, skipEvent } from '../../storage/queries/webhooks.ts'
import type { Writer } from '../../storage/storage.ts'
import type { EventBodies, Fact } from '../server/event-bodies.ts'
import { notifyReaders } from './notices.ts'

/**
 * Writes the fact and one delivery for each of its subscriptions, in the fact's own transaction. A subscription whose
 * credential lacks the ability gets the event without data; one whose credential has ended is parked.
 */
export async function announceFact(tx: Writer, context: { readonly eventBodies: EventBodies }, fact: Fact, now: number) {
  const { event } = fact
  const { operatorId, tripId } = fact.event === 'job.offered' ? fact.offer : fact.booking
  const followers = (await listSubscriptions(tx, operatorId)).filter(({ subscription }) => subscription.events.includes(event))
  const operator = followers.length === 0 ? null : await findOperator(tx, operatorId)
  if (operator === null) return
  const body = context.eventBodies.of(fact, operator.ref, now)
  const { id: eventId } = await insertEvent(tx, { event, operatorId, tripId, body, occurredAt: now })

  for (const { subscription, credential } of followers) {
    const standing = isRevokedOrExpired(credential, now) ? parkForGood(subscription, 'credential_revoked', now) : subscription
    if (standing.parkedAt !== null) {
      await skipEvent(tx, standing)
      if (subscription.parkedAt === null) {
        tx.noteChange('webhookSubscriptions', subscription, standing)
        await abandonQueue(tx, subscription.id)
        await notifyReaders(tx, { fact: 'webhook_parked', operatorIds: [operatorId], subjectId: subscription.id }, now)
      }
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
