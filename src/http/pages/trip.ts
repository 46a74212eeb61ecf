import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { gate } from '../gate.ts'
import { makeText, pageHeaders } from './apps.ts'

/**
 * `GET /trip`: where a customer's link leads. The token stands behind `#`, which no browser sends, so this answer is the
 * same for everybody; the page asks the customer's API by itself, and is told how this server is paid.
 */
export function tripPage(app: AppContext) {
  const change = (html: string) => filledTripPage(app, html)
  const respond = makeText(app, 'trip.html', 'text/html;charset=utf-8', { change, headers: pageHeaders })
  return new Elysia().use(gate(app)).get('/trip', respond, { forAnyone: true })
}

/** The page of a trip, with how this server is paid. */
export function filledTripPage(app: AppContext, html: string): string {
  return html
    .replace('data-payments=""', `data-payments="${app.payments.name}"`)
    .replace('data-money=""', `data-money="${moneyOf(app)}"`)
}

/** Whether customers are told that no money moves. */
function moneyOf({ payments }: AppContext): 'test' | 'real' {
  return payments.kind === 'cards' && payments.isLive !== true ? 'test' : 'real'
}
