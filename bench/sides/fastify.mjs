import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { callerOf, listJobs, reviseQuote, showMe, statementsOf } from './market.mjs'

// Fastify on Node as its handbook recommends: a hook authenticates the caller, and handlers return objects. A serialiser made of
// its schema writes each object. better-sqlite3 holds the statements; its `transaction` commits at synchronous FULL.

const database = new Database(process.env.BENCH_FILE ?? '')
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) database.pragma(pragma)
const statements = statementsOf((sql) => database.prepare(sql), 'shown')
const schemas = JSON.parse(readFileSync(process.env.BENCH_SCHEMAS ?? '', 'utf8'))
const revise = database.transaction(reviseQuote)

const app = Fastify()
app.decorateRequest('caller', null)
app.addHook('onRequest', async (request, reply) => {
  request.caller = callerOf(statements, request.headers.authorization ?? '')
  if (request.caller === null) return reply.code(401).send({ error: 'unauthenticated' })
})
app.get('/api/v1/me', { schema: { response: { 200: schemas.me } } }, async (request) => showMe(statements, request.caller))
app.get('/api/v1/jobs', { schema: { response: { 200: schemas.jobs } } }, async (request) =>
  listJobs(statements, request.caller, Number(request.query.page ?? 1)),
)
app.post('/api/v1/jobs/:ref/quote', { schema: { body: schemas.terms, response: { 200: schemas.job } } }, async (request) =>
  revise.immediate(statements, request.caller, request.params.ref, request.body),
)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ url })}\n`)
