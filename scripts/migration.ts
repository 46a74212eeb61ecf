import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { wholeSchemaFile, wholeSchemaText } from './whole-schema.ts'

const root = resolve(import.meta.dir, '..')
const postgres = join(root, 'drizzle/postgres')

/** What the first step makes beside the tables; drizzle-kit knows no triggers. */
const triggers = join(root, 'drizzle/counted-lists.postgres.sql')

/** Rows that change all the time: room on the page for their next version, and swept before they pile up. */
const restless = 'fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0'

/** What drizzle-kit cannot say of a table in PostgreSQL. */
const storedAs: Readonly<Record<string, { readonly unlogged?: true; readonly settings: string }>> = {
  // A crash of the server empties it.
  rate_limits: { unlogged: true, settings: restless },
  sign_in_limits: { settings: restless },
  scheduler: { settings: restless },
  leases: { settings: restless },
  nodes: { settings: restless },
  webhook_deliveries: { settings: restless },
}

// `bun run migration NAME`: the step of that name from the tables as they are, for both databases; `--custom` an empty one.
// `bun run migration --first`: the only step of PostgreSQL again, until a release has it.
// Each form but `--custom` also writes `drizzle/schema.sqlite.sql`, the whole schema of SQLite. `--whole` does only that: run it when a
// custom step is filled.
const words = process.argv.slice(2)
if (words[0] === '--first') {
  rmSync(postgres, { recursive: true, force: true })
  generate('drizzle.postgres.config.ts', 'first')
} else if (words[0] !== '--whole') {
  generate('drizzle.config.ts', ...words)
  generate('drizzle.postgres.config.ts', ...words)
}
if (words[0] !== '--whole') storeLastStep(words[0] === '--first')
// A custom step is empty until it is filled by hand.
if (!words.includes('--custom')) writeFileSync(wholeSchemaFile, wholeSchemaText())

/** Adds to the newest step of PostgreSQL what drizzle-kit leaves out. */
function storeLastStep(isFirst: boolean): void {
  const last = stepsOf(postgres).at(-1) ?? ''
  const made = asStored(readFileSync(last, 'utf8'))
  writeFileSync(last, isFirst ? `${made}--> statement-breakpoint\n${readFileSync(triggers, 'utf8')}` : made)
}

function generate(config: string, ...named: string[]): void {
  const { exitCode } = Bun.spawnSync(['drizzle-kit', 'generate', '--config', config, '--name', ...named], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) process.exit(exitCode)
}

function stepsOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => join(folder, file))
}

function asStored(sql: string): string {
  // The tables lie where the URL's user makes tables, which need not be `public`.
  return sql.replaceAll('"public".', '').replace(/^CREATE TABLE "(\w+)" \((.*?)^\);/gms, (made, name, columns) => {
    const stored = storedAs[name]
    if (stored === undefined) return made
    return `CREATE ${stored.unlogged ? 'UNLOGGED ' : ''}TABLE "${name}" (${columns}) WITH (${stored.settings});`
  })
}
