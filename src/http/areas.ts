import type { AppContext } from '../actions/context.ts'
import { type Area, openArea } from './area.ts'
import type { Route } from './openapi-operation.ts'

const pages: Area = { below: [''], load: async () => (await import('./pages/routes.ts')).pageRouteGroups }

/** The whole HTTP surface. The area of the pages, at the root, has every path that no other area has. */
const areas: readonly Area[] = [
  { below: ['/api/v1'], load: async () => (await import('./operator/routes.ts')).operatorRouteGroups },
  { below: ['/api/v1/driver', '/driver/v1'], load: async () => (await import('./driver/routes.ts')).driverRouteGroups },
  { below: ['/platform/v1'], load: async () => (await import('./platform/routes.ts')).platformRouteGroups },
  { below: ['/customer/v1'], load: async () => (await import('./customer/routes.ts')).customerRouteGroups },
  { below: ['/portal/v1'], load: async () => (await import('./portal/routes.ts')).portalRouteGroups },
  pages,
  { below: ['/livez', '/readyz'], load: async () => [(await import('./health.ts')).healthRoutes] },
  { below: ['/docs', '/openapi.json'], load: loadDocuments },
]

/** The area that answers a path. */
export function areaOf(path: string): Area {
  let [found, matched] = [pages, '']
  for (const area of areas) {
    for (const root of area.below) {
      const isBelow = path === root || path.startsWith(`${root}/`)
      if (isBelow && root.length > matched.length) [found, matched] = [area, root]
    }
  }
  return found
}

/** Every route with what it declares. Handlers ask nothing of the server before a request comes. */
export async function routesOf(app: AppContext): Promise<readonly Route[]> {
  const groups = await Promise.all(areas.map((area) => area.load()))
  return openArea(app, groups.flat(), (fault) => Promise.reject(fault)).routes
}

async function loadDocuments() {
  const [{ docsPage }, { openApiRoutes }] = await Promise.all([import('./pages/docs.ts'), import('./openapi.ts')])
  return [docsPage, (app: AppContext) => openApiRoutes(() => routesOf(app), app)]
}
