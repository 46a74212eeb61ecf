import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { ask, type Market, type Operator } from './charabanc.ts'
import { type Running, runProcess, startListener } from './process.ts'

/** The path of the program, if the caller names it. */
export const pocketBaseProgram = process.env.CHARABANC_BENCH_POCKETBASE

const superuser = { identity: 'bench@example.org', password: 'bench-bench-bench' }
const operatorId = 'operator0000001'

/** PocketBase with the jobs of a market as its handbook recommends: records that refer to one another. */
export async function startPocketBase(
  bench: Bench,
  program: string,
  market: Market,
): Promise<{ server: Running; user: Pick<Operator, 'token'> }> {
  const folder = bench.makeFolder()
  const commandAt = (port: number) => [program, 'serve', '--http', `127.0.0.1:${port}`, '--dir', folder, '--dev=false']
  const serve = () => startListener((port) => ({ command: commandAt(port) }), '/api/health')
  await runProcess([program, 'superuser', 'upsert', superuser.identity, superuser.password, '--dir', folder], process.env)
  {
    await using server = await serve()
    await defineCollections(server)
  }
  copyJobs(join(folder, 'data.db'), join(market.dataDir, 'charabanc.sqlite'))
  const server = await serve()
  try {
    const user = await signIn(server, 'users')
    const { items } = await ask(server, 'GET', pocketBasePath(1), user.token)
    if (items?.[24]?.expand?.trip === undefined) throw new Error('PocketBase lists other jobs than charabanc')
    return { server, user }
  } catch (fault) {
    await server[Symbol.asyncDispose]()
    throw fault
  }
}

/** The list as charabanc has it: an operator's offers, the newest first, with trip and quote. */
export function pocketBasePath(page: number): string {
  const query = {
    page: `${page}`,
    perPage: '25',
    sort: '-offered_at,-id',
    filter: `operator = '${operatorId}' && outcome != 'won'`,
    expand: 'trip,quote',
  }
  return `/api/collections/offers/records?${new URLSearchParams(query)}`
}

async function signIn(server: Running, collection: string): Promise<{ token: string }> {
  return ask(server, 'POST', `/api/collections/${collection}/auth-with-password`, '', superuser)
}

const text = (name: string) => ({ name, type: 'text' })
const number = (name: string) => ({ name, type: 'number' })
const json = (name: string) => ({ name, type: 'json' })
/**
 * The rule of its records. A rule over the user's operator would prevent the use of its index, so every signed-in user may read
 * and filters by operator.
 */
const mayRead = "@request.auth.id != ''"

async function defineCollections(server: Running): Promise<void> {
  const { token } = await signIn(server, '_superusers')
  const make = (collection: unknown) => ask(server, 'POST', '/api/collections', token, collection)
  const relation = (name: string, { id }: { id: string }) => ({ name, type: 'relation', collectionId: id, maxSelect: 1 })
  const someone = { email: superuser.identity, password: superuser.password, passwordConfirm: superuser.password }
  await ask(server, 'POST', '/api/collections/users/records', token, someone)
  const whole = { type: 'base', listRule: mayRead, viewRule: mayRead }
  const trips = await make({ ...whole, name: 'trips', fields: [text('ref'), number('created_at'), json('itinerary')] })
  const amounts = [
    'revision',
    'price_amount',
    'commission_amount',
    'payout_amount',
    'deposit_amount',
    'valid_until',
    'submitted_at',
  ]
  const lists = ['vehicles', 'inclusions', 'exclusions']
  const quotes = await make({
    ...whole,
    name: 'quotes',
    fields: [text('status'), text('currency_code'), ...amounts.map(number), ...lists.map(json)],
  })
  await make({
    ...whole,
    name: 'offers',
    fields: [
      ...[text('operator'), text('outcome'), text('currency_code'), number('quote_by'), number('offered_at')],
      ...[relation('trip', trips), relation('quote', quotes)],
    ],
    indexes: ['CREATE INDEX offers_inbox ON offers (operator, offered_at, id, outcome)'],
  })
}

/** Copies the jobs. PocketBase's records are rows of plain tables, with ids of 15 characters. */
function copyJobs(path: string, market: string): void {
  using database = new Database(path)
  database.run('ATTACH ? AS market', [market])
  const id = (column: string) => `printf('%015d', ${column})`
  database.run(`INSERT INTO trips (id, ref, created_at, itinerary)
    SELECT ${id('t.id')}, ref, created_at, shown FROM market.trips t JOIN market.bench_itineraries i ON i.trip_id = t.id`)
  const quoted =
    'status, currency_code, revision, price_amount, commission_amount, payout_amount, deposit_amount, valid_until, submitted_at'
  database.run(`INSERT INTO quotes (id, ${quoted}, vehicles, inclusions, exclusions)
    SELECT ${id('id')}, ${quoted}, vehicles, inclusions, exclusions FROM market.quotes`)
  database.run(`INSERT INTO offers (id, operator, outcome, currency_code, quote_by, offered_at, trip, quote)
    SELECT ${id('id')}, '${operatorId}', ifnull(outcome, ''), currency_code, quote_by, offered_at, ${id('trip_id')},
      iif(latest_quote_id IS NULL, '', ${id('latest_quote_id')}) FROM market.offers`)
}
