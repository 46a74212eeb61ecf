import type { AppContext } from '../actions/context.ts'
import { plainCommand } from './command.ts'
import { table } from './output.ts'

/** Every route the server has, as the routes themselves declare it. */
export const routesCommand = plainCommand({
  words: 'routes',
  about:
    'Lists every route: method, path, whose token opens it, what that needs, and the rate limit it counts against. ' +
    '`config show` says how high each limit is, `openapi` what goes in and out.',
  examples: ['routes', 'routes --json'],
  async run({ out }) {
    const { routesOf } = await import('../http/areas.ts')
    const { listRoutes, needsInWords } = await import('../http/route-list.ts')
    // Routes are declared before anybody is in the server; only a request would look around in it.
    const routes = listRoutes(await routesOf({} as AppContext))
    const data = routes.map(({ isForAdmins, rateLimits, ...route }) => ({
      ...route,
      admin: isForAdmins,
      rate_limits: rateLimits,
    }))
    const rows = routes.map((one) => [one.method, one.path, one.who, needsInWords(one) || '–', one.rateLimits.join(', ') || '–'])
    await out.answer({ data }, table(['METHOD', 'PATH', 'WHO', 'NEEDS', 'RATE LIMIT'], rows))
  },
})
