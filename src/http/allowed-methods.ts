type RouteAddress = { readonly method: string; readonly path: string }

/** The methods of each path, for `OPTIONS` and for the 405 of a known path. */
export function createMethodsFinder(routes: readonly RouteAddress[]): (path: string) => readonly string[] {
  const templates = new Map<string, Set<string>>()
  for (const { method, path } of routes) {
    const methods = templates.get(path) ?? new Set()
    templates.set(path, methods.add(method))
  }
  const posts = [...templates].map(([template, methods]) => ({
    segments: template.split('/'),
    methods: listAllowedMethods(methods),
  }))
  return (path) => {
    const segments = path.split('/')
    const found = posts.filter((post) => isPathOfTemplate(post.segments, segments)).flatMap((post) => post.methods)
    return [...new Set(found)]
  }
}

/** A path that answers GET answers HEAD, and every path answers OPTIONS. */
function listAllowedMethods(methods: ReadonlySet<string>): string[] {
  return [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).concat('OPTIONS')
}

function isPathOfTemplate(template: readonly string[], path: readonly string[]): boolean {
  return (
    template.length === path.length &&
    template.every((part, index) => (part.startsWith(':') ? path[index] !== '' : part === path[index]))
  )
}
