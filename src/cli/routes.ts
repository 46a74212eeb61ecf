import type { AppContext } from '../actions/context.ts'
import { definePlainCommand } from './command.ts'
import { formatTable } from './output.ts'

/** Every route of the server, from the routes' own declarations. */
export const routesCommand = definePlainCommand({
  words: 'routes',
  about:
    'Lists every route: method, path, credential, abilities and rate limit. ' +
    '`config show` shows the limits, `openapi` the requests and answers.',
  examples: ['routes', 'routes --json'],
  async run({ out }) {
    const { loadRoutes } = await import('../http/areas.ts')
    const { listRoutes, formatNeeds: needsInWords } = await import('../http/route-list.ts')
    // Routes are declared before a server exists. Only a request would use it.
    const routes = listRoutes(await loadRoutes({} as AppContext))
    const data = routes.map(({ isForAdmins, rateLimits, ...route }) => ({
      ...route,
      admin: isForAdmins,
      rate_limits: rateLimits,
    }))
    const rows = routes.map((one) => [one.method, one.path, one.who, needsInWords(one) || '–', one.rateLimits.join(', ') || '–'])
    await out.answer({ data }, formatTable(['METHOD', 'PATH', 'WHO', 'NEEDS', 'RATE LIMIT'], rows))
  },
})
