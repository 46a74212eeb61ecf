import { migrateSqlite, migrations } from '../../src/storage/sqlite/migrate.ts'
import { connectSqlite } from '../../src/storage/sqlite/open.ts'

// Migrates a file with one additional slow step, and prints the applied steps.
const [path = '', rows = ''] = process.argv.slice(2)
const sql = `CREATE TABLE long (id integer PRIMARY KEY);--> statement-breakpoint
WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${Number(rows)}) INSERT INTO long SELECT id FROM n`
const database = connectSqlite(path, 'write')
process.stdout.write(JSON.stringify(migrateSqlite(database, 0, [...migrations, { name: '5000_long', sql }])))
database.close()
