import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Storage } from '../../src/storage/storage.ts'
import { callsOfEveryRoute, switchablePayments } from '../support/every-route.ts'
import { type ApiAnswer, startInProcess } from '../support/in-process-server.ts'
import { postgresUrl } from '../support/postgres.ts'

const lifted = { read: 'off', sign_in: 'off', sign_in_ip: 'off', platform: 'off' } as const

/** Rolls back a transaction after its work. */
class Lost extends Error {}

/** Fails the first COMMIT of every transaction, so that its work is done again. */
function losingFirstCommits(storage: Storage): Storage {
  return {
    ...storage,
    async transact(work) {
      const first = storage.transact(async (tx) => {
        await work(tx)
        throw new Lost()
      })
      // A refusal does not come from the database, so its work is not repeated.
      await first.catch((fault) => {
        if (!(fault instanceof Lost)) throw fault
      })
      return storage.transact(work)
    },
  }
}

/** Calls every route. Returns the answers without random parts, and the number of rows of each table. */
async function walk(through: (storage: Storage) => Storage) {
  await using desk = await startInProcess({
    rateLimits: lifted,
    payments: (folder) => switchablePayments(join(folder, 'ledger')),
    through,
  })
  const answers: [route: string, status: number, text: string][] = []
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
    // Each PDF has a new document id.
    answers.push([route, answer.status, answer.text.match(/^(%PDF-|<svg)/) !== null ? 'a paper' : withoutRandom(answer.text)])
  }
  const left = await desk.app.storage.read(async ({ db, t }) =>
    Promise.all(Object.entries(t).map(async ([name, table]) => [name, (await db.select().from(table as typeof t.trips)).length])),
  )
  // The server writes counts of calls at intervals. A random ref that looks like a postcode adds two words.
  const { rateLimits: _, signInLimits: __, tripWords: ___, ...rows } = Object.fromEntries(left) as Record<string, number>
  return { answers, left: rows }
}

/** Removes random and delayed values. PostgreSQL never reuses an id that a rolled back transaction took. */
function withoutRandom(text: string): string {
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
      // Each page has a random name, and expires by the real clock.
      .replace(/\/page_[0-9a-f]{24}\b/g, '/page')
      .replace(/("purpose":"balance",.*?"expires_at":)"[^"]*"/g, '$1"…"')
      // These times are written with a delay.
      .replace(/"((?:app_)?last_seen_at|last_used_at)":("[^"]*"|null)/g, '"$1":null')
  )
}

describe('losing the first COMMIT of each transaction', () => {
  let once: Awaited<ReturnType<typeof walk>>
  let twice: Awaited<ReturnType<typeof walk>>

  beforeAll(async () => {
    once = await walk((storage) => storage)
    twice = await walk(losingFirstCommits)
  })

  test('changes no answer of any route', () => {
    expect(once.answers.length).toBeGreaterThan(90)
    expect(twice.answers).toEqual(once.answers)
  })

  test('leaves the same number of rows in every table', () => {
    expect(twice.left).toEqual(once.left)
  })
})
