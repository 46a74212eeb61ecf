import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { gate } from '../gate.ts'
import { rootOf } from '../path-prefix.ts'
import { pageResponder } from './page.ts'

/** `GET /`: who has only the name of this server finds their way from here. */
export function startPage(app: AppContext) {
  const fill = (html: string) => html.replaceAll('{{root}}', rootOf(app.baseUrl))
  const page = pageResponder('start.html', { fill, also: { image: "'self'" } })
  return new Elysia().use(gate(app)).get('/', page, { forAnyone: true })
}
