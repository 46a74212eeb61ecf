import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { hours } from '../support/market.ts'
import { startServer } from '../support/server.ts'
import { shareMarket } from '../support/shared-market.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const receiver = startWebhookReceiver()
afterAll(() => receiver[Symbol.dispose]())

const openBeside = shareMarket({
  isFile: true,
  isMute: true,
  env: { ...receiver.env, CHARABANC_METRICS_TOKEN: 'prometheus-only', CHARABANC_BACKUP_DAILY: '0' },
})
const port = freePort()
const openApart = shareMarket({ env: { CHARABANC_METRICS_LISTEN: `127.0.0.1:${port}` } })

const dashboard = join(import.meta.dir, '../../packaging/grafana-dashboard.json')

test('returns 404 for metrics that are not configured', async () => {
  await using server = await startServer()

  expect((await server.fetch('/metrics')).status).toBe(404)
})

test('accepts only the metrics token when metrics share the port of the API', async () => {
  const { server } = await openBeside()

  const fetchMetrics = (authorization?: string) =>
    server.fetch('/metrics', authorization ? { headers: { Authorization: authorization } } : {})

  expect((await fetchMetrics()).status).toBe(401)
  expect((await fetchMetrics('Bearer prometheus-onl')).status).toBe(401)
  expect((await fetchMetrics('Bearer prometheus-onlY')).status).toBe(401)
  const answer = await fetchMetrics('Bearer prometheus-only')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain')
})

test('reports routes and statuses on a separate port, without series for unknown paths', async () => {
  const { server } = await openApart()
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await server.fetch('/api/v1/me')
  await server.fetch('/nowhere-1')
  const before = await readMetrics()

  for (let index = 0; index < 20; index++) await server.fetch(`/nowhere-${index}?x=${index}`)
  await server.fetch('/api/v1/jobs/TR-AAAAAA')
  await server.fetch('/api/v1/jobs/TR-BBBBBB')
  const after = await readMetrics()

  expect(before).toContain('charabanc_http_request_seconds_count{route="/api/v1/me",method="GET",status="401"} 1')
  expect(after).toContain('charabanc_http_request_seconds_count{route="none",method="GET",status="404"} 21')
  expect(after).toContain('charabanc_http_request_seconds_count{route="/api/v1/jobs/:ref",method="GET",status="401"} 2')
  expect(after).not.toContain('nowhere')
})

test('reports webhook outcomes, the queue, parked subscriptions, backups and the database', async () => {
  const market = await openBeside()
  const readMetrics = async () =>
    (await market.server.fetch('/metrics', { headers: { Authorization: 'Bearer prometheus-only' } })).text()
  const series = async (name: string) => {
    const line = (await readMetrics()).split('\n').find((one) => one.startsWith(`${name} `))
    return line === undefined ? null : Number(line.slice(name.length + 1))
  }
  const operator = await market.operator()
  await receiver.subscribe(operator, '/heard')
  await receiver.subscribe(operator, '/gone')
  receiver.answer('/gone', 500)

  await market.trip([operator])

  await eventually(async () => (await series('charabanc_webhook_attempts_total{outcome="http_status"}')) === 1)
  await eventually(async () => (await series('charabanc_webhook_attempts_total{outcome="delivered"}')) === 1)
  expect(await series('charabanc_webhook_attempt_seconds_count')).toBe(2)
  // An attempt is counted when it ends. Its outcome is stored a moment later.
  await eventually(async () => (await series('charabanc_webhook_deliveries_pending')) === 1)
  expect(await series('charabanc_webhook_subscriptions_parked')).toBe(0)
  expect(await series('charabanc_webhook_oldest_due_seconds')).toBe(0)
  await eventually(async () => (await series('charabanc_scheduler_due')) === 0)
  expect(await series('charabanc_database_bytes')).toBeGreaterThan(100_000)
  expect(await series('charabanc_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(await series('charabanc_backup_age_seconds')).toBeNull()

  expect((await market.server.cli(['backup'])).exitCode).toBe(0)
  expect(await series('charabanc_backup_age_seconds')).toBeWithin(0, 60)
  await market.advance(hours(30))
  expect(await series('charabanc_backup_age_seconds')).toBeWithin(30 * 3_600 - 60, 30 * 3_600 + 60)
})

test('adds no series for unknown methods, paths, statuses or tokens', async () => {
  const { server } = await openBeside()
  const labels = async () => {
    const answer = await server.fetch('/metrics', { headers: { Authorization: 'Bearer prometheus-only' } })
    return new Set((await answer.text()).match(/^charabanc_http_request_seconds_count\{[^}]*\}/gm))
  }
  const strange = async (index: number) => {
    for (const method of ['PURGE', 'PROPFIND', 'M-SEARCH', 'TRACE']) await server.fetch(`/x${index}`, { method }).catch(() => {})
    await server.fetch(`/api/v1/jobs/${'y'.repeat(index + 1)}`, { headers: { Authorization: `Bearer cbk_${index}` } })
    await server.fetch(`/api/v1/drivers/${index}`, { method: 'PUT' })
    await server.fetch(`/%F0%9F%9A%8C/${index}`)
  }
  await strange(0)
  const before = await labels()

  for (let index = 1; index < 15; index++) await strange(index)

  const after = await labels()
  after.delete('charabanc_http_request_seconds_count{route="/metrics",method="GET",status="200"}')
  expect(before.size).toBeGreaterThan(2)
  expect([...after].filter((one) => !before.has(one))).toEqual([])
  expect([...after].filter((one) => /PURGE|PROPFIND|SEARCH|cbk|yy/.test(one))).toEqual([])
})

test('serves nothing but metrics on the separate port', async () => {
  const { server } = await openApart()
  expect(server.url).not.toContain(`:${port}`)

  const statusOf = async (path: string, method = 'GET') => (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status

  expect([await statusOf('/metrics'), await statusOf('/'), await statusOf('/metrics', 'POST')]).toEqual([200, 404, 404])
})

test('has every series that the dashboard uses', async () => {
  const { server } = await openBeside()
  await server.fetch('/livez')

  const text = await (await server.fetch('/metrics', { headers: { Authorization: 'Bearer prometheus-only' } })).text()
  const existing = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ''))
  const asked = [...JSON.stringify(await Bun.file(dashboard).json()).matchAll(/charabanc_\w+/g)].map(([name]) => name)

  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((name) => !existing.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
})
