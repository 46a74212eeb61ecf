import { Database } from 'bun:sqlite'
import { callerOf, listJobs, reviseQuote, showMe, statementsOf, toJob } from './market.mjs'

// The floor: only Bun.serve and bun:sqlite. `naive` is the same without a transaction, so that every writing statement of a quote
// is committed separately, with its own wait. With `sharing`, writers in one turn of the event loop share a commit, each in a
// savepoint of its own, and are answered after it. `ready` reads itineraries in their final form and puts them into its answers
// as text, which is hardly any work. All write as durably as charabanc does (WAL, synchronous FULL).

const isNaive = process.argv.includes('naive')
const isSharing = process.argv.includes('sharing')
const isReady = process.argv.includes('ready')
const list = isReady ? listReady : listJobs
const database = new Database(process.env.BENCH_FILE ?? '')
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) database.run(`PRAGMA ${pragma}`)
const statements = statementsOf((sql) => database.prepare(sql), isReady ? 'shown' : 'itinerary')
const [begin, beginWriting, commit, rollback, savepoint, release, undo] = [
  ...['BEGIN', 'BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'],
  ...['SAVEPOINT one', 'RELEASE one', 'ROLLBACK TO one'],
].map((sql) => database.prepare(sql))

function inside(start, work) {
  if (isNaive) return work()
  if (isSharing && start === beginWriting) return together(work)
  start.run()
  try {
    const result = work()
    commit.run()
    return result
  } catch (fault) {
    rollback.run()
    throw fault
  }
}

let waiting = []

/** Resolves after the commit of all writers of this turn. */
function together(work) {
  return new Promise((resolve, reject) => {
    if (waiting.push({ work, resolve, reject }) === 1) setImmediate(commitTogether)
  })
}

function commitTogether() {
  const group = waiting
  waiting = []
  try {
    beginWriting.run()
    const answers = group.map(runOne)
    commit.run()
    for (const answer of answers) answer()
  } catch (fault) {
    if (database.inTransaction) rollback.run()
    for (const { reject } of group) reject(fault)
  }
}

function runOne({ work, resolve, reject }) {
  savepoint.run()
  try {
    const result = work()
    release.run()
    return () => resolve(result)
  } catch (fault) {
    undo.run()
    release.run()
    return () => reject(fault)
  }
}

/** The answer to an authenticated caller. */
function answer(request, start, work) {
  const body = inside(start, () => {
    const caller = callerOf(statements, request.headers.get('authorization') ?? '')
    return caller && work(caller)
  })
  return body instanceof Promise ? body.then(responseOf) : responseOf(body)
}

function responseOf(body) {
  return body === null ? new Response(null, { status: 401 }) : body instanceof Response ? body : Response.json(body)
}

function listReady(statements, caller, page) {
  const body = listJobs(statements, caller, page, (row) => {
    const { shown } = row
    row.shown = '{}'
    const { ref, status, ...rest } = toJob(row)
    return `${JSON.stringify({ ref, status }).slice(0, -1)},${shown.slice(1, -1)},${JSON.stringify(rest).slice(1)}`
  })
  const text = JSON.stringify({ ...body, data: [] }).replace('[]', () => `[${body.data.join()}]`)
  return new Response(text, { headers: { 'Content-Type': 'application/json' } })
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/api/v1/me': (request) => answer(request, begin, (caller) => showMe(statements, caller)),
    '/api/v1/jobs': (request) => {
      const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
      return answer(request, begin, (caller) => list(statements, caller, page))
    },
    '/api/v1/jobs/:ref/quote': {
      POST: async (request) => {
        const terms = await request.json()
        return answer(request, beginWriting, (caller) => reviseQuote(statements, caller, request.params.ref, terms))
      },
    },
  },
})
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.port}` })}\n`)
