import { Glob } from 'bun'
import type { Phase } from './runner.ts'

/** The three commands: for whoever changed something, for what may go to main, and for nights. */
export type Suite = 'quick' | 'gate' | 'deep'

/** Names for `test/**` as globs have them, without `.test.ts`. */
type Patterns = readonly string[]

/**
 * What the gate runs and `bun run test` does not: what needs more than the executable (a browser, other languages, a kill after the
 * other), and the dearest of what the executable promises.
 */
const outsideQuick: Patterns = [
  '{bench,browser,long}/*',
  'binary/{backup,balance,deadlines,doctor,encrypted-addresses,idempotency,lost-database,master-key,messages,payments,payments-settled}',
  'binary/{money-by-hand,rate-limits,room,shutdown,told-money,told-people,told-trips,told-trouble,upgrade,write-counts}',
  'binary/webhooks-{delivery,ended,endpoints,fairness,parity,restart}',
  'binary/driver-{privacy,steps,trips}',
  'binary/{amendments-paid,duties,first-run,fuzz,invoices,offline,own-customers,own-trips,portal,races,session,speed,tour}',
  'binary/stripe-{away,mailed,secrets,time,webhooks}',
  'cli/{demo,run,serve,stopping}',
  'docs/examples',
  'gateways/stripe-{live,mock}',
  'storage/new-migration',
]

/** Asks for hours, or has to be timed: nights. */
const deepOnly: Patterns = []

/** They have no test where there is no PostgreSQL. */
const onPostgresAlone: Patterns = [
  'actions/{sandbox-ledger,shared-rate-limits}',
  'binary/{balancer,doctor-postgres,first-run-nodes,moving,nodes,write-counts-postgres}',
  'conformance/postgres',
  'storage/{crossing,due-channel,keys,locks,migrate,plans,pooling,races-accounts,races-payments,races-trips,standby}-postgres',
  'storage/{postgres-trouble,schema-twins}',
  'worker/sender-among-nodes',
]

/**
 * On PostgreSQL, one node: tests of PostgreSQL alone, and walks through the executable that depend on locks, notifications, collation or
 * numbering. `conformance/queries` compares the answer of every query with SQLite's, so the gate repeats no other file here.
 */
const gateOnPostgres: Patterns = [
  ...onPostgresAlone,
  'actions/{node-states,nodes}',
  'conformance/queries',
  'docs/scaling-page',
  'http/done-twice',
  'packaging/compose',
  'binary/{coach-clashes,event-stream,invoices,money,postgres,postgres-unfit,search,stripe}',
]

/**
 * On three nodes, where each request goes to the next node. Two nodes in one process (`actions/shared-rate-limits`, `storage/races-…`,
 * `worker/sender-among-nodes`) and nodes that are killed (`binary/nodes`) prove limits, payments and deliveries at less cost.
 */
const gateOnNodes: Patterns = ['binary/{deadlines,idempotency,main-job,races,sign-in,webhooks-ended,webhooks-restart}']

/** They ask no database, or look at SQLite's file in each of their tests. */
const withoutPostgres: Patterns = [
  'actions/following',
  'binary/{backup,deep-pages,doctor,encrypted-addresses,idle,lost-database,master-key,offline,pages,personal-fields,proxy,room,secrets}',
  'binary/{speed,stripe-secrets,tls,upgrade,write-counts}',
  'conformance/sqlite',
  'http/{body,contract,fields,openapi,origins,pages,schema,statement-counts}',
  'http/contracts/*',
  'storage/{bulk,deep-lists,group-commit,hot-statements,list-counts,lists,migrate,new-migration,numbers,overlaps}',
  'storage/{packed-itinerary,plans,read-queue,read-snapshot,released-formats,row-mapper,scour,writer-bell}',
  'storage/stored-{columns,files,words}',
  'worker/{clock-watch,idle,in-flight,loop,wakeup}',
]

/** Any database must pass these. */
const ofAnyDatabase: Patterns = [
  '{actions,binary,conformance,http,storage,worker}/**/*',
  'docs/scaling-page',
  'long/{stripe-crash,stripe-walks,webhooks-crash}',
  'packaging/compose',
]

/** What several nodes could do otherwise than one, all of it. */
const deepOnNodes: Patterns = [
  ...gateOnNodes,
  'binary/{payments,payments-in-doubt,rate-limits,webhooks-delivery}',
  'binary/{bookings,card-pages,jobs,matrix,payments-settled,platform,privacy,quotes,stripe,stripe-trouble,stripe-webhooks}',
  'binary/driver-{door,sign-in}',
  'binary/stripe-time',
  'binary/webhooks-{clock,fairness}',
  'long/stripe-{crash,walks}',
]

/** Nodes and databases that fail under load. */
const trials: Patterns = ['long-postgres/*']

/** What a suite runs, the cheapest first. `postgres` is what tests on PostgreSQL are told of it; null leaves those out. */
export function phasesOf(suite: Suite, postgres: Readonly<Record<string, string>> | null): readonly Phase[] {
  const everything = without(files(['**/*']), [...files(trials), ...files(onPostgresAlone)])
  const atNight = files(deepOnly)
  const dear = files(outsideQuick)
  const depth = suite === 'deep' ? { CHARABANC_TEST_DEEP: '1' } : {}
  const onSqlite = (name: string, asked: readonly string[], parallel: number) => ({ name, files: asked, parallel, env: depth })
  const onNodes = (count: number, name: string, asked: readonly string[], parallel: number) => {
    const env = { ...depth, ...postgres, CHARABANC_TEST_NODES: `${count}` }
    return postgres === null ? [] : [{ name: `PostgreSQL, ${name}`, files: asked, parallel, env }]
  }
  if (suite === 'quick') return [onSqlite('SQLite', without(everything, [...dear, ...atNight]), 4)]
  if (suite === 'gate') {
    return [
      onSqlite('SQLite, what costs more', without(dear, atNight), 3),
      ...onNodes(1, 'one node', without(files(gateOnPostgres), atNight), 4),
      ...onNodes(3, 'three nodes', without(files(gateOnNodes), atNight), 2),
    ]
  }
  return [
    onSqlite('SQLite', everything, 3),
    ...onNodes(1, 'one node', without(files(ofAnyDatabase), files(withoutPostgres)), 4),
    ...onNodes(3, 'three nodes', files(deepOnNodes), 2),
    ...onNodes(1, 'nodes and database that fail', files(trials), 1),
  ]
}

/** Every pattern of the lists above, with one alternative each: `binary/{jobs,quotes}` is two. */
export function listedPatterns(): readonly string[] {
  const lists = [
    outsideQuick,
    deepOnly,
    onPostgresAlone,
    gateOnPostgres,
    gateOnNodes,
    withoutPostgres,
    ofAnyDatabase,
    deepOnNodes,
    trials,
  ]
  return [...new Set(lists.flat().flatMap(alternativesOf))]
}

function alternativesOf(pattern: string): readonly string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern)
  if (braces === null) return [pattern]
  const [whole, inside = ''] = braces
  return inside.split(',').flatMap((one) => alternativesOf(pattern.replace(whole, one)))
}

export function files(patterns: Patterns): readonly string[] {
  const found = patterns.flatMap((pattern) => [...new Glob(`test/${pattern}.test.ts`).scanSync('.')])
  return [...new Set(found)].sort()
}

function without(those: readonly string[], left: readonly string[]): readonly string[] {
  return those.filter((file) => !left.includes(file))
}
