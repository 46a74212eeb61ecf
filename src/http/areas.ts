import type { AppContext } from '../actions/context.ts'
import { type Area, openArea } from './area.ts'
import type { Route } from './openapi-operation.ts'

const pages: Area = { below: [''], load: async () => (await import('./pages/routes.ts')).pageRouteGroups }

/** All areas of the HTTP surface. The area of the pages, at the root, has every path without another area. */
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

/** Path prefixes of the areas, the longest first, so that the first match is the right one. */
const roots = areas
  .flatMap((area) => area.below.map((root) => ({ area, root, within: `${root}/` })))
  .toSorted((one, other) => other.root.length - one.root.length)

/** The area of a path. */
export function findArea(path: string): Area {
  return roots.find(({ root, within }) => path === root || path.startsWith(within))?.area ?? pages
}

/** Every route with its declaration. Handlers use no server before the first request. */
export async function loadRoutes(app: AppContext): Promise<readonly Route[]> {
  const groups = await Promise.all(areas.map((area) => area.load()))
  return openArea(app, groups.flat(), (fault) => Promise.reject(fault)).routes
}

async function loadDocuments() {
  const [{ createDocsPage }, { openApiRoutes }] = await Promise.all([import('./pages/docs.ts'), import('./openapi.ts')])
  return [createDocsPage, (app: AppContext) => openApiRoutes(() => loadRoutes(app), app)]
}
