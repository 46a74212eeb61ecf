import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { gate } from '../gate.ts'
import { rootOf } from '../path-prefix.ts'
import { pageResponder } from './page.ts'
import html from './start.html' with { type: 'text' }

/** `GET /`: who has only the name of this server finds their way from here. */
export function startPage(app: AppContext) {
  let respond: (() => Response) | null = null
  return new Elysia().use(gate(app)).get(
    '/',
    () => {
      respond ??= pageResponder((html as unknown as string).replaceAll('{{root}}', rootOf(app.baseUrl)), { image: "'self'" })
      return respond()
    },
    { forAnyone: true },
  )
}
