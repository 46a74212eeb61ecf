import { expect, test } from 'bun:test'
import { startInProcess } from '../support/in-process-server.ts'

test('sends no CORS headers without configured origins', async () => {
  await using desk = await startInProcess()

  const { headers } = await desk.call('GET', '/livez', { headers: { Origin: 'https://app.example' } })

  expect([...headers.keys()].filter((name) => name.startsWith('access-control') || name === 'vary')).toEqual([])
})

test('allows a listed origin to read answers and to send a preflight', async () => {
  await using desk = await startInProcess({ corsOrigins: ['https://app.example'] })

  const read = await desk.call('GET', '/api/v1/me', { headers: { Origin: 'https://app.example' } })
  const preflight = await desk.call('OPTIONS', '/api/v1/jobs', {
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' },
  })

  expect(read.status).toBe(401)
  expect(read.headers.get('access-control-allow-origin')).toBe('https://app.example')
  const readable = read.headers.get('access-control-expose-headers')?.split(', ')
  for (const name of ['X-Request-Id', 'Trip-Source', 'Operator-Timezone']) expect(readable).toContain(name)
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('GET')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
})

test('answers another origin without allowing it to read', async () => {
  await using desk = await startInProcess({ corsOrigins: ['https://app.example'] })

  const { headers } = await desk.call('GET', '/livez', { headers: { Origin: 'https://evil.example' } })

  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('vary')).toBe('Origin')
})

test('serves a base URL with a path prefix whether or not the proxy removes it', async () => {
  await using desk = await startInProcess({ baseUrl: 'https://coaches.example/hire' })
  const { token } = await desk.mint({ abilities: ['drivers:read'] })

  const kept = await desk.call('GET', '/hire/api/v1/drivers?page=1', { token })
  const cut = await desk.call('GET', '/api/v1/drivers?page=1', { token })
  const beside = await desk.call('GET', '/hireapi/v1/drivers', { token })

  expect([kept.status, cut.status, beside.status]).toEqual([200, 200, 404])
  expect((kept.json as { meta: { path: string } }).meta.path).toBe('https://coaches.example/hire/api/v1/drivers')
  expect((cut.json as { meta: { path: string } }).meta.path).toBe('https://coaches.example/hire/api/v1/drivers')
})

test('forbids caching and content sniffing', async () => {
  await using desk = await startInProcess()

  const { headers } = await desk.call('GET', '/api/v1/me')

  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})
