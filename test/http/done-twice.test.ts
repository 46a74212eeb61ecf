import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Storage } from '../../src/storage/storage.ts'
import { callsOfEveryRoute, switchablePayments } from '../support/every-route.ts'
import { type ApiAnswer, startInProcess } from '../support/in-process-server.ts'
import { postgresUrl } from '../support/postgres.ts'

const lifted = { read: 'off', sign_in: 'off', sign_in_ip: 'off', platform: 'off' } as const

/** What a transaction throws away all it did with. */
class Lost extends Error {}

/** The first COMMIT of every transaction fails, and its work is done again. */
function losing(storage: Storage): Storage {
  return {
    ...storage,
    async transact(work) {
      const first = storage.transact(async (tx) => {
        await work(tx)
        throw new Lost()
      })
      // A refusal is not one of the database, and the work is not done again.
      await first.catch((fault) => {
        if (!(fault instanceof Lost)) throw fault
      })
      return storage.transact(work)
    },
  }
}

/** Walks past every route; answers what was heard, without what is random, and what is in every table afterwards. */
async function walk(through: (storage: Storage) => Storage) {
  await using desk = await startInProcess({
    rateLimits: lifted,
    payments: (folder) => switchablePayments(join(folder, 'ledger')),
    through,
  })
  const heard: [route: string, status: number, text: string][] = []
  const steps = callsOfEveryRoute(desk)
  let calls = 0
  let answer: ApiAnswer | undefined
  for (;;) {
    const { value: step, done } = await steps.next(...((answer === undefined ? [] : [answer]) as [ApiAnswer]))
    if (done) break
    const { route, method, path, token, body, headers: sent } = step
    const headers: Record<string, string> = {
      ...sent,
      ...(method === 'POST' && { 'Idempotency-Key': `call-${calls++}` }),
    }
    answer = await desk.call(method, path, {
      headers,
      ...(token !== undefined && { token }),
      ...(body !== undefined && { body }),
    })
    // A PDF has an identity of its own each time.
    heard.push([route, answer.status, answer.text.match(/^(%PDF-|<svg)/) !== null ? 'a paper' : withoutChance(answer.text)])
  }
  const left = await desk.app.storage.read(async ({ db, t }) =>
    Promise.all(Object.entries(t).map(async ([name, table]) => [name, (await db.select().from(table as typeof t.trips)).length])),
  )
  // Counts of calls are written from time to time. A random ref that looks like a postcode has two more words.
  const { rateLimits: _, signInLimits: __, tripWords: ___, ...rows } = Object.fromEntries(left) as Record<string, number>
  return { heard, left: rows }
}

/** Without what is drawn by lot, and what is noted from time to time. PostgreSQL gives an id that was lost to no other row. */
function withoutChance(text: string): string {
  const withoutIds =
    postgresUrl === null
      ? text
      : text
          .replace(/("(?:id|\w+_id)":|\/webhooks\/)\d+/g, '$10')
          .replace(/"done":\[[\d,]+\]/g, '"done":[]')
          .replace(/\/\d+(\.pdf\?expires=\d+&signature=)\w+/g, '/0$1')
  return (
    withoutIds
      .replace(/\b(TR|OP)-[0-9A-Z]{5,6}\b/g, '$1-…')
      .replace(/\b[a-z]+_[0-9A-Za-z]{30,}\b/g, 'token')
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
      .replace(/"hint":"[^"]*"/g, '"hint":"…"')
      // A page has a name of its own, and is over by the wall clock.
      .replace(/\/page_[0-9a-f]{24}\b/g, '/page')
      .replace(/("purpose":"balance",.*?"expires_at":)"[^"]*"/g, '$1"…"')
      // Written a while after it was so.
      .replace(/"((?:app_)?last_seen_at|last_used_at)":("[^"]*"|null)/g, '"$1":null')
  )
}

describe('where the first COMMIT of each transaction is lost', () => {
  let once: Awaited<ReturnType<typeof walk>>
  let twice: Awaited<ReturnType<typeof walk>>

  beforeAll(async () => {
    once = await walk((storage) => storage)
    twice = await walk(losing)
  })

  test('every route answers as ever', () => {
    expect(once.heard.length).toBeGreaterThan(90)
    expect(twice.heard).toEqual(once.heard)
  })

  test('nothing is there twice, and nothing is missing', () => {
    expect(twice.left).toEqual(once.left)
  })
})
