import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { gate } from '../gate.ts'
import { pageResponder } from './page.ts'
import html from './trip.html' with { type: 'text' }

/**
 * `GET /trip`: where a customer's link leads. The token stands behind `#`, which no browser sends, so this answer is the
 * same for everybody; the page asks the customer's API by itself.
 */
export function tripPage(app: AppContext) {
  let respond: (() => Response) | null = null
  return new Elysia().use(gate(app)).get(
    '/trip',
    () => {
      respond ??= pageResponder((html as unknown as string).replace('data-payments=""', `data-payments="${app.payments.name}"`))
      return respond()
    },
    { forAnyone: true },
  )
}
