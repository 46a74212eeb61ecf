import { expect, test } from 'bun:test'
import type { AppContext } from '../../src/actions/context.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { createServer } from '../../src/http/server.ts'
import { type Answer, openDesk } from '../support/desk.ts'

async function ask(app: AppContext, path: string) {
  const response = await createServer(app).fetch(new Request(`http://localhost${path}`), null)
  return { status: response.status, json: (await response.json()) as Answer['json'], headers: response.headers }
}

test('a server that can work says so, without a token and without a version', async () => {
  await using desk = await openDesk()

  expect(await desk.call('GET', '/livez')).toMatchObject({ status: 200, json: { data: { status: 'alive' } } })
  const ready = await desk.call('GET', '/readyz')
  expect(ready).toMatchObject({ status: 200, text: '{"data":{"status":"ready"}}' })
  expect(ready.headers.has('X-RateLimit-Limit')).toBe(false)
})

test('a laboratory says that it is one', async () => {
  await using desk = await openDesk()

  expect((await ask({ ...desk.app, isTestMode: true }, '/readyz')).json).toEqual({ data: { status: 'ready', lab: true } })
})

test('a dead worker makes a server unready but not dead', async () => {
  await using desk = await openDesk()
  const cold = { ...desk.app, isWorkerAlive: () => false }

  const { status, json, headers } = await ask(cold, '/readyz')

  expect({ status, code: json.error.code }).toEqual({ status: 503, code: 'unavailable' })
  expect(headers.get('Retry-After')).toBe('5')
  expect((await ask(cold, '/livez')).status).toBe(200)
})

test('storage that takes no write makes a server unready, and no one asks it whether the process lives', async () => {
  await using desk = await openDesk()
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

test('many questions are one write', async () => {
  await using desk = await openDesk()
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
