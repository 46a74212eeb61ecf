import { abilityFor } from '../../domain/event.ts'
import { isRevokedOrExpired, park } from '../../domain/subscription.ts'
import type { BookingRow } from '../../storage/queries/bookings.ts'
import { abandonQueue, insertDelivery } from '../../storage/queries/deliveries.ts'
import type { OfferRow } from '../../storage/queries/jobs.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import type { TripRow } from '../../storage/queries/trips.ts'
import { insertEvent, skipEvent, subscriptionsOf } from '../../storage/queries/webhooks.ts'
import type { Writer } from '../../storage/storage.ts'
import { tell } from '../messages/notices.ts'

/** Something happened that an operator's other systems may want to know, and the thing it happened to. */
export type Fact =
  | {
      readonly event: 'job.offered'
      readonly trip: Pick<TripRow, 'ref' | 'maskedItinerary'>
      readonly offer: Pick<OfferRow, 'operatorId' | 'tripId' | 'quoteBy' | 'currencyCode'>
    }
  | {
      readonly event: 'booking.confirmed'
      readonly trip: Pick<TripRow, 'itinerary'>
      readonly booking: Pick<BookingRow, 'operatorId' | 'tripId' | 'ref' | 'payoutAmount' | 'currencyCode' | 'confirmedAt'>
    }

/** Makes the exact texts that are sent and signed; what the API calls a thing is its business alone. */
export type EventBodies = {
  of(fact: Fact, operatorRef: string, occurredAt: number): string
  /** The text for a subscription whose credential may not read the thing: it hears that something happened and nothing more. */
  withoutData(body: string): string
}

/**
 * Writes the fact and one delivery for each subscription that follows it, in the fact's own transaction. A subscription
 * whose credential lacks the ability hears that something happened and nothing more; one whose credential is gone is parked.
 */
export async function announce(tx: Writer, context: { readonly eventBodies: EventBodies }, fact: Fact, now: number) {
  const { event } = fact
  const { operatorId, tripId } = fact.event === 'job.offered' ? fact.offer : fact.booking
  const followers = (await subscriptionsOf(tx, operatorId)).filter(({ subscription }) => subscription.events.includes(event))
  const operator = followers.length === 0 ? null : await findOperator(tx, operatorId)
  if (operator === null) return
  const body = context.eventBodies.of(fact, operator.ref, now)
  const { id: eventId } = await insertEvent(tx, { event, operatorId, tripId, body, occurredAt: now })

  for (const { subscription, credential } of followers) {
    const standing = isRevokedOrExpired(credential, now) ? park(subscription, 'credential_revoked', now) : subscription
    if (standing.parkedAt !== null) {
      await skipEvent(tx, standing)
      if (subscription.parkedAt === null) {
        tx.noteChange('webhookSubscriptions', subscription, standing)
        await abandonQueue(tx, subscription.id)
        await tell(tx, { fact: 'webhook_parked', operatorIds: [operatorId], subjectId: subscription.id }, now)
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
