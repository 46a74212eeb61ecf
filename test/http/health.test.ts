import { expect, test } from 'bun:test'
import { version } from '../../package.json'
import type { AppContext } from '../../src/actions/context.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { createServer } from '../../src/http/server.ts'
import { databaseUnavailable } from '../../src/storage/trouble.ts'
import { type ApiAnswer, startInProcess } from '../support/in-process-server.ts'

async function ask(app: AppContext, path: string) {
  const response = await createServer(app).fetch(new Request(`http://localhost${path}`), null)
  return { status: response.status, json: (await response.json()) as ApiAnswer['json'], headers: response.headers }
}

test('returns the release at /livez and readiness at /readyz, without a token', async () => {
  await using desk = await startInProcess()

  expect(await desk.call('GET', '/livez')).toMatchObject({ status: 200, json: { data: { status: 'alive', version } } })
  const ready = await desk.call('GET', '/readyz')
  expect(ready).toMatchObject({ status: 200, text: '{"data":{"status":"ready"}}' })
  expect(ready.headers.has('X-RateLimit-Limit')).toBe(false)
})

test('shows test mode at /readyz', async () => {
  await using desk = await startInProcess()

  expect((await ask({ ...desk.app, isTestMode: true }, '/readyz')).json).toEqual({ data: { status: 'ready', lab: true } })
})

test('shows warnings at /readyz?verbose only', async () => {
  await using desk = await startInProcess()
  const data = async (app: AppContext, path: string) => (await ask(app, path)).json.data
  expect(await data(desk.app, '/readyz?verbose')).toEqual({ status: 'ready', warnings: [] })
  const warned = { ...desk.app, membership: { ...desk.app.membership, warnings: () => ['The clock is slow.'] } }
  expect(await data(warned, '/readyz?verbose')).toEqual({ status: 'ready', warnings: ['The clock is slow.'] })
  expect(await data(warned, '/readyz')).toEqual({ status: 'ready' })
})

test('answers 503 with the reason for a node that must not act', async () => {
  await using desk = await startInProcess()
  const membership = { ...desk.app.membership, trouble: () => 'Another process uses the name of this node.' }
  const { status, json } = await ask({ ...desk.app, membership }, '/readyz')
  expect({ status, message: json.error.message }).toEqual({ status: 503, message: membership.trouble() })
})

test('writes only a beat of the node if the database is shared, and needs it to be ready', async () => {
  await using desk = await startInProcess()
  let asked = 0
  const shared = { ...desk.app.membership, isShared: true, requireHeartbeat: async () => void asked++ }
  expect([(await ask({ ...desk.app, membership: shared }, '/readyz')).status, asked]).toEqual([200, 1])
  const silence = new Refusal('unavailable', 'The database is busy or full. Nothing was saved. Try again.', {}, 1)
  const silent = { ...shared, requireHeartbeat: () => Promise.reject(silence) }
  expect((await ask({ ...desk.app, membership: silent }, '/readyz')).json.error.message).toBe(silence.message)
  expect(await desk.app.storage.read(({ db, t }) => db.select().from(t.signInLimits))).toEqual([])
  await ask(desk.app, '/readyz')
  expect(await desk.app.storage.read(({ db, t }) => db.select().from(t.signInLimits))).toMatchObject([{ subject: 'readyz' }])
})

test('is not ready but live if the worker has stopped', async () => {
  await using desk = await startInProcess()
  const cold = { ...desk.app, isWorkerAlive: () => false }

  const { status, json, headers } = await ask(cold, '/readyz')

  expect({ status, error: json.error }).toEqual({
    status: 503,
    error: { code: 'unavailable', message: 'worker: not running; deadlines, payments, messages and webhooks are not processed' },
  })
  expect(headers.get('Retry-After')).toBe('5')
  expect((await ask(cold, '/livez')).status).toBe(200)
})

test('is not ready if storage accepts no write, and does not test storage for /livez', async () => {
  await using desk = await startInProcess()
  let asked = 0
  const transact = async () => {
    asked++
    throw new Refusal('unavailable', 'Storage is busy.', {}, 1)
  }
  const full: AppContext = { ...desk.app, storage: { ...desk.app.storage, transact } }

  expect((await ask(full, '/livez')).status).toBe(200)
  expect(asked).toBe(0)
  expect(await ask(full, '/readyz')).toMatchObject({ status: 503, json: { error: { code: 'unavailable' } } })
})

test('names the database and the reason in the answer, and logs them once a minute', async () => {
  await using desk = await startInProcess()
  const refused = databaseUnavailable(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }))
  const transact = () => Promise.reject(refused)
  const full: AppContext = { ...desk.app, storage: { ...desk.app.storage, transact } }

  for (let count = 0; count < 3; count++)
    expect(await ask(full, '/readyz')).toMatchObject({
      status: 503,
      json: { error: { code: 'unavailable', message: 'database: disk full' } },
    })

  const logged = desk.log().filter(({ msg }) => msg === 'database unavailable')
  expect(logged).toMatchObject([{ level: 50, code: 'SQLITE_FULL', trouble: 'disk full', database: desk.folder, refusals: 1 }])
})

test('writes once for concurrent calls', async () => {
  await using desk = await startInProcess()
  let asked = 0
  const transact: AppContext['storage']['transact'] = (work) => {
    asked++
    return desk.app.storage.transact(work)
  }
  const front = createServer({ ...desk.app, storage: { ...desk.app.storage, transact } })
  const answers = await Promise.all(Array.from({ length: 20 }, () => front.fetch(new Request('http://localhost/readyz'), null)))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(asked).toBe(1)
})
