import { Glob } from 'bun'
import { makeDatabase } from '../test/support/postgres.ts'

// `bun scripts/test.ts …`: the tests but those that take long, and in the last line which database was asked; words go to `bun test`.
// `bun scripts/test.ts --postgres`: the half that asks PostgreSQL, on one node and then, as far as several could do otherwise, on
// three, where each request goes to the next of them; last, what takes long. All are run, and each fails the command.

/** Where tests are that any database must pass, and those of PostgreSQL alone. */
const ofAnyDatabase = [
  '{actions,binary,conformance,http,storage,worker}/**/*',
  'docs/scaling-page',
  'long/webhooks-crash',
  'packaging/compose',
]

/** They ask no database, or look at SQLite's file in each of their tests. */
const withoutPostgres = [
  // A walk by lot of some hundred steps, which look at everything each time: minutes.
  'actions/following',
  'binary/{backup,deep-pages,doctor,encrypted-addresses,idle,offline,pages,personal-fields,proxy,room,secrets,speed,tls,upgrade}',
  'conformance/sqlite',
  'http/{body,contract,fields,openapi,origins,pages,schema,statement-counts,trip-page}',
  'http/contracts/*',
  'storage/{bulk,deep-lists,group-commit,hot-statements,list-counts,lists,migrate,new-migration,numbers,overlaps}',
  'storage/{packed-itinerary,plans,read-queue,read-snapshot,row-mapper,scour,writer-bell}',
  'worker/{clock-watch,idle,in-flight,loop,wakeup}',
]

/** They ask a database what others here ask it too, and take long. */
const withSQLiteOnly = [
  'binary/{bad-input,shutdown,webhooks-endpoints,webhooks-parity}',
  'binary/driver-{privacy,progress,steps,trips}',
  'worker/dispatcher',
]

/** Asked on three nodes, which shows what it does on one. */
const onThreeAlone = ['binary/{bookings,jobs,matrix,platform,privacy,quotes}', 'binary/driver-{door,sign-in}']

/** What several nodes could do otherwise than one. */
const onSeveralNodes = [
  ...onThreeAlone,
  'binary/{idempotency,main-job,payments,payments-in-doubt,payments-settled,races,rate-limits,sign-in}',
  'binary/webhooks-{clock,delivery,fairness,restart}',
]

const words = process.argv.slice(2)
const { CHARABANC_TEST_POSTGRES_URL: url, CHARABANC_TEST_NODES: count = '1' } = process.env

if (words[0] === '--postgres') {
  const left = new Set(files([...withoutPostgres, ...withSQLiteOnly, ...onThreeAlone]))
  const onOneNode = files(ofAnyDatabase).filter((file) => !left.has(file))
  const template = await makeDatabase()
  const CHARABANC_TEST_POSTGRES_TEMPLATE = new URL(template.url).pathname.slice(1)
  const one = await run(['--parallel=6', ...onOneNode], { CHARABANC_TEST_POSTGRES_TEMPLATE, CHARABANC_TEST_NODES: '1' })
  const three = await run(['--parallel=4', ...files(onSeveralNodes)], {
    CHARABANC_TEST_POSTGRES_TEMPLATE,
    CHARABANC_TEST_NODES: '3',
  })
  await template[Symbol.asyncDispose]()
  const trials = await run(['--parallel=2', ...files(['long-postgres/*'])])
  const halves = [said(one, 'on one node'), said(three, 'on three'), said(trials, 'while nodes and database fail under load')]
  end(one && three && trials, `PostgreSQL: ${halves.join(', ')}. SQLite: bun run test.`)
}
const isFine = await run(['--parallel=6', '--path-ignore-patterns=test/long*/**', ...words])
if (url === undefined) end(isFine, 'SQLite: asked. PostgreSQL: not asked, but by bun run test:postgres.')
end(
  isFine,
  `PostgreSQL (${count === '1' ? 'one node' : `${count} nodes`}): asked. SQLite: asked only where a test is about its file.`,
)

function said(isFine: boolean, where: string): string {
  return `${isFine ? 'passed' : 'failed'} ${where}`
}

function files(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => [...new Glob(`test/${pattern}.test.ts`).scanSync('.')]).sort()
}

async function run(asked: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const command = [process.execPath, 'test', '--timeout=600000', ...asked]
  const child = Bun.spawn(command, { env: { ...process.env, ...variables }, stdio: ['inherit', 'inherit', 'inherit'] })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  return (await child.exited) === 0
}

function end(isFine: boolean, said: string): never {
  process.stdout.write(`${said}\n`)
  process.exit(isFine ? 0 : 1)
}
