import type { Database } from 'bun:sqlite'

/** Indexes by which few rows of each value are found; what is asked of them besides changes with nearly every write. */
const fewOfEach: readonly string[] = ['payments_quote', 'payments_trip', 'messages_listed']

type Step = { readonly id: number; readonly parent: number; readonly detail: string }

/**
 * What is wrong with how SQLite goes about a statement: it looks at every row of a table, sorts, or compares a column with one
 * value that neither the index it has chosen nor the condition of that index knows.
 */
export function sqlitePlanFaults(database: Database, sql: string): string[] {
  // An insert looks at what refers to its table only while a constraint is broken, which the plan does not say.
  const plan = /^insert/i.test(sql) ? [] : database.query<Step, []>(`EXPLAIN QUERY PLAN ${sql}`).all()
  return [...scans(database, plan), ...sorts(plan), ...looseEqualities(database, sql, plan)]
}

function scans(database: Database, plan: readonly Step[]): string[] {
  const isTable = (name: string) =>
    database.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== null
  return plan.flatMap(({ detail }) => {
    const [, table = '', index = ''] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? []
    // An index with a condition holds only what is asked for.
    return isTable(table) && (index === '' || aboutIndex(database, index).condition === '') ? [detail] : []
  })
}

function sorts(plan: readonly Step[]): string[] {
  // The rows of one page, once their ids have been chosen, are few enough to be sorted.
  const isOfOnePage = plan.some(({ detail }) => detail.startsWith('LIST SUBQUERY'))
  return plan
    .filter(({ parent, detail }) => detail.includes('TEMP B-TREE') && !(isOfOnePage && parent === 0))
    .map(({ detail }) => detail)
}

function looseEqualities(database: Database, sql: string, plan: readonly Step[]): string[] {
  // Of conditions that are alternatives each has an index of its own.
  const alternatives = plan.filter(({ detail }) => /^INDEX \d+$/.test(detail)).map(({ id }) => id)
  const read = plan.flatMap(({ parent, detail }) => {
    const [, table, index = '', terms = ''] = /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \((.*)\)/.exec(detail) ?? []
    if (table === undefined || alternatives.includes(parent)) return []
    const fixed = [...terms.matchAll(/(\w+)=\?/g)].map(([, column]) => column)
    return [{ ...aboutIndex(database, index), detail, table, fixed }]
  })
  const order = plan.map(({ detail }) => /^(?:SEARCH|SCAN) (\w+)/.exec(detail)?.[1])
  return read.flatMap(({ detail, table, columns, isUnique, fixed }) => {
    // It finds one row at most.
    if (isUnique && columns.every((column) => fixed.includes(column))) return []
    if (fewOfEach.some((index) => detail.includes(` ${index} `))) return []
    // A table that is read twice has an index for each time.
    const indexes = read.filter((other) => other.table === table)
    const isKnown = (column: string) =>
      indexes.some((one) => one.columns.includes(column) || new RegExp(`\\b${column}\\b`).test(one.condition))
    const before = new Set(order.slice(0, order.indexOf(table)))
    const loose = equalitiesOf(sql, table, before).filter((column) => column !== 'id' && !isKnown(column))
    return loose.map((column) => `${column} = ? beside ${detail}`)
  })
}

/** The columns of a table that a statement compares with one value: a given one, or that of a table that was read before. */
function equalitiesOf(sql: string, table: string, before: ReadonlySet<string | undefined>): string[] {
  const column = new RegExp(
    `(?:"(\\w+)"\\."\\w+" = )?"${table}"\\."(\\w+)" (?:=|in|is not distinct from) (?:"(\\w+)"\\."\\w+")?`,
    'g',
  )
  const found = [...sql.matchAll(column)].flatMap(([, left, name = '', right]) =>
    [left, right].every((other) => other === undefined || other === table || before.has(other)) ? [name] : [],
  )
  return [...new Set(found)]
}

function aboutIndex(database: Database, name: string) {
  const columns = database.query<{ name: string }, [string]>('SELECT name FROM pragma_index_info(?)').all(name)
  const { sql } = database.query<{ sql: string | null }, [string]>('SELECT sql FROM sqlite_schema WHERE name = ?').get(name) ?? {}
  const isUnique = /UNIQUE/i.test(sql ?? 'UNIQUE')
  return { columns: columns.map((column) => column.name), condition: /\bWHERE\b(.*)$/is.exec(sql ?? '')?.[1] ?? '', isUnique }
}
