import { expect, test } from 'bun:test'
import type { AppContext } from '../../src/actions/context.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { createServer } from '../../src/http/server.ts'
import { unavailable } from '../../src/storage/trouble.ts'
import { type ApiAnswer, startInProcess } from '../support/in-process-server.ts'

async function ask(app: AppContext, path: string) {
  const response = await createServer(app).fetch(new Request(`http://localhost${path}`), null)
  return { status: response.status, json: (await response.json()) as ApiAnswer['json'], headers: response.headers }
}

test('a server that can work says so, without a token and without a version', async () => {
  await using desk = await startInProcess()

  expect(await desk.call('GET', '/livez')).toMatchObject({ status: 200, json: { data: { status: 'alive' } } })
  const ready = await desk.call('GET', '/readyz')
  expect(ready).toMatchObject({ status: 200, text: '{"data":{"status":"ready"}}' })
  expect(ready.headers.has('X-RateLimit-Limit')).toBe(false)
})

test('/readyz says that the server is in test mode', async () => {
  await using desk = await startInProcess()

  expect((await ask({ ...desk.app, isTestMode: true }, '/readyz')).json).toEqual({ data: { status: 'ready', lab: true } })
})

test('what is not as it should be and stops nothing is told who asks for it', async () => {
  await using desk = await startInProcess()
  const data = async (app: AppContext, path: string) => (await ask(app, path)).json.data
  expect(await data(desk.app, '/readyz?verbose')).toEqual({ status: 'ready', warnings: [] })
  const warned = { ...desk.app, membership: { ...desk.app.membership, warnings: () => ['The clock is slow.'] } }
  expect(await data(warned, '/readyz?verbose')).toEqual({ status: 'ready', warnings: ['The clock is slow.'] })
  expect(await data(warned, '/readyz')).toEqual({ status: 'ready' })
})

test('a node that may not act is not ready, and says why', async () => {
  await using desk = await startInProcess()
  const membership = { ...desk.app.membership, trouble: () => 'Another process runs under the name of this node.' }
  const { status, json } = await ask({ ...desk.app, membership }, '/readyz')
  expect({ status, message: json.error.message }).toEqual({ status: 503, message: membership.trouble() })
})

test('a node among others is ready as long as they hear of it, and writes nothing else', async () => {
  await using desk = await startInProcess()
  let asked = 0
  const heard = { ...desk.app.membership, isShared: true, mustBeHeard: async () => void asked++ }
  expect([(await ask({ ...desk.app, membership: heard }, '/readyz')).status, asked]).toEqual([200, 1])
  const silence = new Refusal('unavailable', 'Storage cannot take this right now; nothing was written.', {}, 1)
  const unheard = { ...heard, mustBeHeard: () => Promise.reject(silence) }
  expect((await ask({ ...desk.app, membership: unheard }, '/readyz')).json.error.message).toBe(silence.message)
  expect(await desk.app.storage.read(({ db, t }) => db.select().from(t.signInLimits))).toEqual([])
  await ask(desk.app, '/readyz')
  expect(await desk.app.storage.read(({ db, t }) => db.select().from(t.signInLimits))).toMatchObject([{ subject: 'readyz' }])
})

test('a dead worker makes a server unready but not dead', async () => {
  await using desk = await startInProcess()
  const cold = { ...desk.app, isWorkerAlive: () => false }

  const { status, json, headers } = await ask(cold, '/readyz')

  expect({ status, error: json.error }).toEqual({
    status: 503,
    error: { code: 'unavailable', message: 'worker: deadlines, payments, messages and webhooks are not being processed' },
  })
  expect(headers.get('Retry-After')).toBe('5')
  expect((await ask(cold, '/livez')).status).toBe(200)
})

test('storage that takes no write makes a server unready, and no one asks it whether the process lives', async () => {
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

test('a database that refuses is named, with why, and so it is in the log, once a minute', async () => {
  await using desk = await startInProcess()
  const refused = unavailable(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }))
  const transact = () => Promise.reject(refused)
  const full: AppContext = { ...desk.app, storage: { ...desk.app.storage, transact } }

  for (let count = 0; count < 3; count++)
    expect(await ask(full, '/readyz')).toMatchObject({
      status: 503,
      json: { error: { code: 'unavailable', message: 'database: disk full' } },
    })

  const told = desk.log().filter(({ msg }) => msg === 'the database cannot be used')
  expect(told).toMatchObject([{ level: 50, code: 'SQLITE_FULL', trouble: 'disk full', database: desk.folder, refusals: 1 }])
})

test('many questions are one write', async () => {
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
