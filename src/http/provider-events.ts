import { Elysia } from 'elysia'
import type { AppContext } from '../actions/context.ts'
import { handleProviderCall } from '../actions/payments/provider-events.ts'
import { notFound, Refusal } from '../domain/refusal.ts'
import { respondWithThing } from './contract.ts'
import { ProviderEventView } from './contracts/provider-event.ts'
import { createGate } from './gate.ts'

/** `POST /stripe/events`: receives an event from Stripe, and asks Stripe for its content. Exists only with a signing secret. */
export function providerEventRoutes(app: AppContext) {
  return new Elysia({ prefix: '/stripe' }).use(createGate(app)).post(
    '/events',
    async ({ request, body, context }) => {
      if (!app.acceptsProviderCalls) throw notFound()
      const isGenuine = await handleProviderCall(app, readEventText(body), request.headers.get('stripe-signature'))
      if (!isGenuine) throw new Refusal('invalid_signature', 'The Stripe signature is missing or wrong.')
      return respondWithThing(context, ProviderEventView, null)
    },
    {
      forAnyone: { rateLimit: 'provider_events', text: true, idempotent: false },
      refuses: ['not_found', 'invalid_signature'],
      response: ProviderEventView.schema,
      summary: 'Receive events from Stripe',
    },
  )
}

/** The text of a body, read by the gate. */
function readEventText(body: unknown): string {
  return typeof body === 'object' && body !== null && 'text' in body ? String(body.text) : ''
}
