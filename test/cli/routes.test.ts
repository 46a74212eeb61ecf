import { expect, test } from 'bun:test'
import { runExecutable, runExecutableJson } from '../support/command-line.ts'
import { startServer } from '../support/server.ts'

type Listed = {
  readonly method: string
  readonly path: string
  readonly who: string
  readonly needs: readonly string[]
  readonly admin: boolean
  readonly rate_limits: readonly string[]
}

type Operation = { 'x-abilities': string[]; 'x-required-role'?: string; security: object[]; description: string }

const listed = async () => (await runExecutableJson<{ data: Listed[] }>(['routes'])).data

test('lists every operation of the document with its abilities and rate limit', async () => {
  const routes = await listed()
  const { paths } = await runExecutableJson<{ paths: Record<string, Record<string, Operation>> }>(['openapi'])
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )

  expect(operations.length).toBeGreaterThan(70)
  for (const { name, operation } of operations) {
    const route = routes.find(({ method, path }) => `${method} ${path}` === name)
    expect({ name, ...route }).toMatchObject({
      name,
      needs: operation['x-abilities'],
      admin: operation['x-required-role'] === 'admin',
    })
    const limit = /Rate limit: `(\w+)`/.exec(operation.description)?.[1]
    expect([name, route?.rate_limits[0]]).toEqual([name, limit])
    expect({ name, isOpen: route?.who === 'anyone' }).toEqual({ name, isOpen: operation.security.length === 0 })
  }
})

/** The header of an app's own page: the server refuses other sites before it reads the token. */
const ownPage = (path: string) => ({ 'X-Charabanc-App': path.split('/')[1] ?? '' })

test('lists exactly the server’s routes, and each route that is not public needs a token', async () => {
  await using server = await startServer()
  for (const { method, path, who } of await listed()) {
    // The route exists only with a webhook secret.
    if (path === '/stripe/events') continue
    const { status } = await server.fetch(path.replace(/\{\w+\}/g, '1'), { method, headers: ownPage(path) })
    const name = `${method} ${path}`
    // An unknown name is not found for any caller.
    const refused = path.includes('{') ? [401, 405, 500] : [401, 404, 405, 500]
    if (who === 'anyone') expect([name, refused.includes(status)]).toEqual([name, false])
    else expect([name, status]).toEqual([name, 401])
  }
})

test('prints a table with a line for each route', async () => {
  const { stdout, stderr } = await runExecutable(['routes'])
  const lines = stdout.trimEnd().split('\n')

  expect(stderr).toBe('')
  expect(lines[0]).toMatch(/^METHOD +PATH +WHO +NEEDS +RATE LIMIT$/)
  expect(lines).toHaveLength((await listed()).length + 1)
  expect(stdout).toMatch(/^POST +\/api\/v1\/jobs\/\{ref\}\/quote +operator key or device +quotes:write +quote_write$/m)
  expect(stdout).toMatch(/^POST +\/portal\/v1\/keys +operator device +admin role +write$/m)
  expect(stdout).toMatch(
    /^DELETE +\/api\/v1\/auth\/devices\/\{id\} +operator key, operator or driver device +– +write, driver_write$/m,
  )
})
