import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { wholeSchemaFile, wholeSchemaText } from './whole-schema.ts'

const root = resolve(import.meta.dir, '..')
const postgres = join(root, 'drizzle/postgres')

/** Settings of rows that change all the time: room on the page for their next version, and an early vacuum. */
const restless = 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0'

/** Storage options of PostgreSQL tables that drizzle-kit does not have. */
const storedAs: Readonly<Record<string, { readonly unlogged?: true; readonly settings: string }>> = {
  // A crash of the server empties it.
  rate_limits: { unlogged: true, settings: restless },
  sign_in_limits: { settings: restless },
  scheduler: { settings: restless },
  leases: { settings: restless },
  nodes: { settings: restless },
  webhook_deliveries: { settings: restless },
}

// `bun run migration NAME` writes the step of that name from the current tables, for both databases; `--custom` writes an empty
// one. Each form but `--custom` also writes `drizzle/schema.sqlite.sql`, the whole schema of SQLite. `--whole` does only that: run
// it after filling a custom step.
const words = process.argv.slice(2)
if (words[0] !== '--whole') {
  generate('drizzle.config.ts', ...words)
  generate('drizzle.postgres.config.ts', ...words)
  const last = lastStepOf(postgres)
  writeFileSync(last, asStored(readFileSync(last, 'utf8')))
}
// A custom step is empty until it is filled by hand.
if (!words.includes('--custom')) writeFileSync(wholeSchemaFile, wholeSchemaText())

function generate(config: string, ...named: string[]): void {
  const { exitCode } = Bun.spawnSync(['drizzle-kit', 'generate', '--config', config, '--name', ...named], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) process.exit(exitCode)
}

function lastStepOf(folder: string): string {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return join(folder, files.sort().at(-1) ?? '')
}

/** SQL of a step with the parts that drizzle-kit omits: storage options, and no name of a schema. */
function asStored(sql: string): string {
  // The tables belong to the schema in which the URL's user makes tables, which need not be `public`.
  return sql.replaceAll('"public".', '').replace(/^CREATE TABLE "(\w+)" \((.*?)^\);/gms, (made, name, columns) => {
    const stored = storedAs[name]
    if (stored === undefined) return made
    return `CREATE ${stored.unlogged ? 'UNLOGGED ' : ''}TABLE "${name}" (${columns}) WITH (${stored.settings});`
  })
}
