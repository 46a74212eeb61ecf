import type { Database } from 'bun:sqlite'

/** Indexes with few rows for each value; the other compared columns change with nearly every write. */
const fewOfEach: readonly string[] = ['payments_quote', 'payments_trip', 'messages_listed', 'users_operator']

type Step = { readonly id: number; readonly parent: number; readonly detail: string }

/**
 * Faults in the plan of a statement: it reads every row of a table, or sorts. It compares a column with one value, and the column
 * is missing from the chosen index and from its condition. It reads a whole index although an index with a condition holds fewer
 * rows.
 */
export function sqlitePlanFaults(database: Database, sql: string): string[] {
  // An insert reads referring tables only while a constraint is broken, which the plan does not show.
  const plan = /^insert/i.test(sql) ? [] : database.query<Step, []>(`EXPLAIN QUERY PLAN ${sql}`).all()
  return [
    ...scans(database, sql, plan),
    ...sorts(plan),
    ...looseEqualities(database, sql, plan),
    ...widerIndexes(database, sql, plan),
  ]
}

/** Names of the indexes that SQLite chooses for a statement. */
export function indexesChosen(database: Database, sql: string): string[] {
  const plan = database.query<Step, []>(`EXPLAIN QUERY PLAN ${sql}`).all()
  return plan.flatMap(({ detail }) => /\bINDEX (\w+)/.exec(detail)?.[1] ?? [])
}

/** Scans of a table or a whole index. A search without terms reads a least or greatest value; with a condition it is a scan. */
function scans(database: Database, sql: string, plan: readonly Step[]): string[] {
  const isTable = (name: string) =>
    database.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== null
  return plan.flatMap(({ detail }) => {
    const searched = /\bwhere\b/i.test(sql) ? /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+)$/.exec(detail) : null
    const [, table = '', index = ''] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? searched ?? []
    // An index with a condition holds only the requested rows.
    return isTable(table) && (index === '' || aboutIndex(database, index).condition === '') ? [detail] : []
  })
}

function sorts(plan: readonly Step[]): string[] {
  // The rows of one page, once their ids are chosen, are few enough to sort.
  const isOfOnePage = plan.some(({ detail }) => detail.startsWith('LIST SUBQUERY'))
  return plan
    .filter(({ parent, detail }) => detail.includes('TEMP B-TREE') && !(isOfOnePage && parent === 0))
    .map(({ detail }) => detail)
}

function looseEqualities(database: Database, sql: string, plan: readonly Step[]): string[] {
  // Each alternative of an OR uses an index of its own.
  const alternatives = plan.filter(({ detail }) => /^INDEX \d+$/.test(detail)).map(({ id }) => id)
  const read = plan.flatMap(({ parent, detail }) => {
    const [, table, index = '', terms = ''] = /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \((.*)\)/.exec(detail) ?? []
    if (table === undefined || alternatives.includes(parent)) return []
    const fixed = [...terms.matchAll(/(\w+)=\?/g)].map(([, column]) => column)
    return [{ ...aboutIndex(database, index), detail, table, fixed }]
  })
  const order = plan.map(({ detail }) => /^(?:SEARCH|SCAN) (\w+)/.exec(detail)?.[1])
  return read.flatMap(({ detail, table, columns, isUnique, fixed }) => {
    // The search finds one row at most.
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

/** The columns of a table that a statement compares with one value: a given one, or that of a table read before. */
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

/**
 * Searches by a whole index if SQLite accepts the same search by an index with a condition. The whole index grows with the
 * history of an account. SQLite keeps no statistics here and expects both indexes to be equally long.
 */
function widerIndexes(database: Database, sql: string, plan: readonly Step[]): string[] {
  return plan.flatMap(({ detail }) => {
    const search = searchIn(detail)
    if (search === null || fewOfEach.includes(search.index) || aboutIndex(database, search.index).condition !== '') return []
    const narrower = narrowerIndexesOf(database, search.name, sql).filter(({ index, hinted }) => {
      const other = planOf(database, hinted)
      if (other === null || sorts(other).length > sorts(plan).length) return false
      const terms = other
        .map((step) => searchIn(step.detail))
        .find((one) => one?.name === search.name && one.index === index)?.terms
      // A column that the condition fixes is no term of the search.
      const isHeld = (term: string) =>
        terms?.includes(term) || new RegExp(`\\b${/^\w+/.exec(term)}\\b`).test(aboutIndex(database, index).condition)
      return terms !== undefined && search.terms.every(isHeld)
    })
    return narrower.map(({ index }) => `${detail} although ${index} holds fewer rows`)
  })
}

/** The table or alias, the index and the terms of a search by an index. */
function searchIn(detail: string) {
  const [, name, index, terms] = /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \((.*)\)/.exec(detail) ?? []
  return name === undefined || index === undefined || terms === undefined ? null : { name, index, terms: terms.split(' AND ') }
}

/** The statement with a hint for each index with a condition of the table with this name. */
function narrowerIndexesOf(database: Database, name: string, sql: string) {
  const source = new RegExp(`\\b(?:from|join|update) (?:"(\\w+)" (?:as )?)?"${name}"(?! (?:"|as "))`, 'gi')
  return [...sql.matchAll(source)].flatMap(({ 0: named, 1: table = name, index: at }) => {
    const indexes = database
      .query<{ name: string }, [string]>(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql LIKE '% WHERE %'",
      )
      .all(table)
    const end = at + named.length
    return indexes.map((index) => ({
      index: index.name,
      hinted: `${sql.slice(0, end)} indexed by ${index.name}${sql.slice(end)}`,
    }))
  })
}

/** The plan of a statement; null if SQLite cannot use the index that the statement names. */
function planOf(database: Database, sql: string): readonly Step[] | null {
  try {
    return database.query<Step, []>(`EXPLAIN QUERY PLAN ${sql}`).all()
  } catch (fault) {
    if (/no query solution|near "indexed"/.test(String(fault))) return null
    throw fault
  }
}

function aboutIndex(database: Database, name: string) {
  const columns = database.query<{ name: string }, [string]>('SELECT name FROM pragma_index_info(?)').all(name)
  const { sql } = database.query<{ sql: string | null }, [string]>('SELECT sql FROM sqlite_schema WHERE name = ?').get(name) ?? {}
  const isUnique = /UNIQUE/i.test(sql ?? 'UNIQUE')
  return { columns: columns.map((column) => column.name), condition: /\bWHERE\b(.*)$/is.exec(sql ?? '')?.[1] ?? '', isUnique }
}
