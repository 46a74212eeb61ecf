import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { createGate } from '../gate.ts'
import { makeText, pageHeaders } from './apps.ts'

/**
 * `GET /trip`: the page of a customer's link. The token is behind `#`, which no browser sends, so that the response is the same
 * for all customers. The page uses the customer's API, and reads the payment method from its attributes.
 */
export function createTripPage(app: AppContext) {
  const change = (html: string) => fillTripPage(app, html)
  const respond = makeText(app, 'trip.html', 'text/html;charset=utf-8', { change, headers: pageHeaders })
  return new Elysia().use(createGate(app)).get('/trip', respond, { forAnyone: true })
}

/** The page of a trip, with the payment method. */
export function fillTripPage(app: AppContext, html: string): string {
  return html
    .replace('data-payments=""', `data-payments="${app.payments.name}"`)
    .replace('data-money=""', `data-money="${findMoneyMode(app)}"`)
}

/** Whether the page states that no money moves. */
function findMoneyMode({ payments }: AppContext): 'test' | 'real' {
  return payments.kind === 'cards' && payments.isLive !== true ? 'test' : 'real'
}
