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

test('every operation of the document is listed, with what it needs and counts against', async () => {
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
    const limit = /rate limit `(\w+)`/.exec(operation.description)?.[1]
    expect([name, route?.rate_limits[0]]).toEqual([name, limit])
    expect({ name, isOpen: route?.who === 'anyone' }).toEqual({ name, isOpen: operation.security.length === 0 })
  }
})

/** What an app's own page says of itself: another site's is refused before its token is looked at. */
const ownPage = (path: string) => ({ 'X-Charabanc-App': path.split('/')[1] ?? '' })

test('what is listed is what a server answers, and every route that is not open to anyone needs a token', async () => {
  await using server = await startServer()
  for (const { method, path, who } of await listed()) {
    // It is there only where its signature can be checked.
    if (path === '/stripe/events') continue
    const { status } = await server.fetch(path.replace(/\{\w+\}/g, '1'), { method, headers: ownPage(path) })
    const name = `${method} ${path}`
    // A name that nothing has is not found, whoever asks for it.
    const refused = path.includes('{') ? [401, 405, 500] : [401, 404, 405, 500]
    if (who === 'anyone') expect([name, refused.includes(status)]).toEqual([name, false])
    else expect([name, status]).toEqual([name, 401])
  }
})

test('for people it is a table with a line for each', async () => {
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
