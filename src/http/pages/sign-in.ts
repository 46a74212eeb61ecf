import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { createGate } from '../gate.ts'
import { createPageResponder } from './page.ts'

/**
 * `GET /sign-in`: the target of an emailed link. Opening it changes nothing, because mail scanners open links. The token
 * follows `#`, which no browser sends, and only the button exchanges it.
 */
export function createSignInPage(app: AppContext) {
  return new Elysia().use(createGate(app)).get('/sign-in', createPageResponder('sign-in.html'), { forAnyone: true })
}
