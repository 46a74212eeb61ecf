import { SQL } from 'bun'
import { planning } from '../../src/storage/postgres/open.ts'
import type { SentStatement } from './postgres-wire-recorder.ts'

type Step = {
  readonly 'Node Type': string
  readonly 'Plan Rows': number
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Step[]
}

/** The most rows that a plan may sort: a page has no more. */
const fewRows = 64

/** A PostgreSQL server that returns its plans for statements, whatever their values. */
export interface PostgresPlanChecker extends AsyncDisposable {
  /** The faults of a plan: it reads every row of a table or an index, or sorts many rows. */
  faultsOf(statement: SentStatement): Promise<string[]>
}

export async function openPostgresPlanChecker(url: string): Promise<PostgresPlanChecker> {
  const client = new SQL(url, { max: 1 })
  const connection = await client.reserve()
  for (const [name, value] of Object.entries(planning)) await connection.unsafe(`set ${name} = ${value}`)
  const partial = await connection.unsafe('select indexrelid::regclass::text as name from pg_index where indpred is not null')
  const conditional = new Set<string>(partial.map(({ name }: { name: string }) => name))
  return {
    async faultsOf({ text, types }) {
      const declared = types.length === 0 ? '' : `(${types.map((type) => typeNames[type] ?? `#${type}`)})`
      await connection.unsafe(`prepare asked ${declared} as ${text}`)
      try {
        const [{ count }] = await connection.unsafe(
          "select cardinality(parameter_types) as count from pg_prepared_statements where name = 'asked'",
        )
        const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null')})`
        const [{ 'QUERY PLAN': plan }] = await connection.unsafe(`explain (format json) execute asked ${values}`)
        const [{ Plan: top }] = typeof plan === 'string' ? JSON.parse(plan) : plan
        return faultsIn(top, conditional)
      } finally {
        await connection.unsafe('deallocate asked')
      }
    },
    async [Symbol.asyncDispose]() {
      await connection.release()
      await client.close({ timeout: 1 })
    },
  }
}

/** Types by the numbers that clients use. */
const typeNames: Readonly<Record<number, string>> = {
  0: 'unknown',
  16: 'boolean',
  20: 'bigint',
  23: 'integer',
  25: 'text',
  701: 'float8',
  1700: 'numeric',
}

function faultsIn(step: Step, conditional: ReadonlySet<string>): string[] {
  const own = faultOf(step, conditional)
  return [...(own === null ? [] : [own]), ...(step.Plans ?? []).flatMap((below) => faultsIn(below, conditional))]
}

function faultOf(step: Step, conditional: ReadonlySet<string>): string | null {
  const kind = step['Node Type']
  const [table, index = ''] = [step['Relation Name'], step['Index Name']]
  if (kind === 'Seq Scan') return `scan of ${table}`
  // An index with a condition holds only the requested rows.
  if (/^(Index|Bitmap Index)/.test(kind) && step['Index Cond'] === undefined && !conditional.has(index)) return `scan of ${index}`
  const isOfOnePage = step.Plans?.some(holdsLimit) === true
  if (kind === 'Sort' && !isOfOnePage && step['Plan Rows'] > fewRows) return `sort of ${step['Plan Rows']} rows`
  return null
}

/** Whether a step is the rows of one page: once their ids are chosen, they are few enough to sort. */
function holdsLimit(step: Step): boolean {
  return step['Node Type'] === 'Limit' || step.Plans?.some(holdsLimit) === true
}
