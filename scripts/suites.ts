import { Glob } from 'bun'
import type { Phase } from './runner.ts'

/** The three commands: after a change, before a merge to main, and nightly. */
export type Suite = 'quick' | 'gate' | 'deep'

/** Names for `test/**` as globs, without `.test.ts`. */
type Patterns = readonly string[]

/**
 * Tests that run in the gate and not in `bun run test`. They need more than the executable (a browser, other languages, repeated
 * kills), or are the most expensive tests of the executable.
 */
const outsideQuick: Patterns = [
  '{bench,browser,long}/*',
  'binary/{backup,balance,deadlines,doctor,encrypted-addresses,idempotency,lost-database,master-key,messages,payments,payments-settled}',
  'binary/{money-by-hand,rate-limits,room,shutdown,money-notices,people-notices,trip-notices,trouble-notices,upgrade,write-counts}',
  'binary/webhooks-{delivery,ended,endpoints,fairness,parity,restart}',
  'binary/driver-{privacy,steps,trips}',
  'binary/{amendments-paid,duties,first-run,fuzz,invoices,offline,own-customers,own-trips,portal,races,session,speed,tour}',
  'binary/stripe-{away,mailed,secrets,time,webhooks}',
  'cli/{demo,run,serve,stopping}',
  'docs/examples',
  'gateways/stripe-{live,mock}',
  'storage/new-migration',
]

/** Tests that need hours or a stable clock, for nightly runs. */
const deepOnly: Patterns = []

/** Files without tests if there is no PostgreSQL. */
const onPostgresAlone: Patterns = [
  'actions/{sandbox-ledger,shared-rate-limits}',
  'binary/{balancer,doctor-postgres,first-run-nodes,moving,nodes,write-counts-postgres}',
  'conformance/postgres',
  'storage/{crossing,due-channel,keys,locks,migrate,plans,pooling,races-accounts,races-payments,races-trips,standby}-postgres',
  'storage/{postgres-trouble,schema-twins}',
  'worker/sender-among-nodes',
]

/**
 * Tests on PostgreSQL with one node: tests of PostgreSQL alone, and walks through the executable that depend on locks,
 * notifications, collation or numbering. `conformance/queries` compares the answer of every query with SQLite's, so the gate
 * repeats no other file here.
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
 * Tests on three nodes: each request goes to the next node. Other tests prove limits, payments and deliveries at less cost. They
 * use two nodes in one process (`actions/shared-rate-limits`, `storage/races-…`, `worker/sender-among-nodes`) or killed nodes
 * (`binary/nodes`).
 */
const gateOnNodes: Patterns = ['binary/{deadlines,idempotency,main-job,races,sign-in,webhooks-ended,webhooks-restart}']

/** Tests that use no database, or read SQLite's file in each of their tests. */
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

/** Tests that every database must pass. */
const ofAnyDatabase: Patterns = [
  '{actions,binary,conformance,http,storage,worker}/**/*',
  'docs/scaling-page',
  'long/{stripe-crash,stripe-walks,webhooks-crash}',
  'packaging/compose',
]

/** Tests that could have another result with several nodes, in full. */
const deepOnNodes: Patterns = [
  ...gateOnNodes,
  'binary/{payments,payments-in-doubt,rate-limits,webhooks-delivery}',
  'binary/{bookings,card-pages,jobs,matrix,payments-settled,platform,privacy,quotes,stripe,stripe-trouble,stripe-webhooks}',
  'binary/driver-{door,sign-in}',
  'binary/stripe-time',
  'binary/webhooks-{clock,fairness}',
  'long/stripe-{crash,walks}',
]

/** Tests of nodes and databases that fail under load. */
const trials: Patterns = ['long-postgres/*']

/** The phases of a suite, the cheapest first. `postgres` are the variables of tests on PostgreSQL; null omits those tests. */
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
