import { Elysia } from 'elysia'
import { hearProvider } from '../actions/cards/provider-events.ts'
import type { AppContext } from '../actions/context.ts'
import { notFound, Refusal } from '../domain/refusal.ts'
import { answer } from './contract.ts'
import { ProviderEventView } from './contracts/provider-event.ts'
import { gate } from './gate.ts'

/** `POST /stripe/events`: Stripe says that something has happened, and is asked about it. There only where its signature can be checked. */
export function providerEventRoutes(app: AppContext) {
  return new Elysia({ prefix: '/stripe' }).use(gate(app)).post(
    '/events',
    async ({ request, body, context }) => {
      if (!app.hearsProvider) throw notFound()
      const isGenuine = await hearProvider(app, textOf(body), request.headers.get('stripe-signature'))
      if (!isGenuine) throw new Refusal('invalid_signature', 'This does not bear the signature of Stripe.')
      return answer(context, ProviderEventView, null)
    },
    {
      forAnyone: { rateLimit: 'provider_events', text: true, idempotent: false },
      refuses: ['not_found', 'invalid_signature'],
      response: ProviderEventView.schema,
      summary: 'Be told by Stripe that something has happened',
    },
  )
}

/** The text that the gate has read of a body. */
function textOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'text' in body ? String(body.text) : ''
}
