import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startServer } from '../support/server.ts'

const dashboard = join(import.meta.dir, '../../packaging/grafana-dashboard.json')

/** A port nobody listens on at this moment. */
function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = probe
  probe.stop(true)
  return port ?? 0
}

test('nobody is told metrics unless somebody asked for them', async () => {
  await using server = await startServer()

  expect((await server.fetch('/metrics')).status).toBe(404)
})

test('beside the API metrics open to their own token and to nothing else', async () => {
  await using server = await startServer({ env: { CHARABANC_METRICS_TOKEN: 'prometheus-only' } })

  const told = (authorization?: string) =>
    server.fetch('/metrics', authorization ? { headers: { Authorization: authorization } } : {})

  expect((await told()).status).toBe(401)
  expect((await told('Bearer prometheus-onl')).status).toBe(401)
  expect((await told('Bearer prometheus-onlY')).status).toBe(401)
  const answer = await told('Bearer prometheus-only')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain')
})

test('apart from the API metrics tell routes and statuses, and strangers cannot make them grow', async () => {
  const port = freePort()
  await using server = await startServer({ env: { CHARABANC_METRICS_LISTEN: `127.0.0.1:${port}` } })
  const tell = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await server.fetch('/api/v1/me')
  await server.fetch('/nowhere-1')
  const before = await tell()

  for (let index = 0; index < 20; index++) await server.fetch(`/nowhere-${index}?x=${index}`)
  await server.fetch('/api/v1/jobs/TR-AAAAAA')
  await server.fetch('/api/v1/jobs/TR-BBBBBB')
  const after = await tell()

  expect(before).toContain('charabanc_http_request_seconds_count{route="/api/v1/me",method="GET",status="401"} 1')
  expect(after).toContain('charabanc_http_request_seconds_count{route="none",method="GET",status="404"} 21')
  expect(after).toContain('charabanc_http_request_seconds_count{route="/api/v1/jobs/:ref",method="GET",status="401"} 2')
  expect(after).not.toContain('nowhere')
})

test('the dashboard asks for series that exist', async () => {
  await using server = await startServer({ env: { CHARABANC_METRICS_TOKEN: 'prometheus-only' } })
  await server.fetch('/livez')

  const text = await (await server.fetch('/metrics', { headers: { Authorization: 'Bearer prometheus-only' } })).text()
  const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ''))
  const asked = [...JSON.stringify(await Bun.file(dashboard).json()).matchAll(/charabanc_\w+/g)].map(([name]) => name)

  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((name) => !told.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
})
