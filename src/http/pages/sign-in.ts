import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { gate } from '../gate.ts'
import { pageResponder } from './page.ts'

/**
 * `GET /sign-in`: where a mailed link leads. Opening it consumes nothing (mail scanners do): the token stands behind `#`,
 * which no browser sends, and only the button exchanges it.
 */
export function signInPage(app: AppContext) {
  return new Elysia().use(gate(app)).get('/sign-in', pageResponder('sign-in.html'), { forAnyone: true })
}
