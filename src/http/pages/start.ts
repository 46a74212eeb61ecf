import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { createGate } from '../gate.ts'
import { findRootPath } from '../path-prefix.ts'
import { createPageResponder } from './page.ts'

/** `GET /`: the start page for a visitor who has only the name of this server. */
export function createStartPage(app: AppContext) {
  const fill = (html: string) => html.replaceAll('{{root}}', findRootPath(app.baseUrl))
  const page = createPageResponder('start.html', { fill, also: { image: "'self'" } })
  return new Elysia().use(createGate(app)).get('/', page, { forAnyone: true })
}
