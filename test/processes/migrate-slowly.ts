import { migrateSqlite, migrations } from '../../src/storage/sqlite/migrate.ts'
import { connectSqlite } from '../../src/storage/sqlite/open.ts'

// A process that migrates a file with one more step, which takes its time, and says what it applied.
const [path = '', rows = ''] = process.argv.slice(2)
const sql = `CREATE TABLE long (id integer PRIMARY KEY);--> statement-breakpoint
WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ${Number(rows)}) INSERT INTO long SELECT id FROM n`
const database = connectSqlite(path, 'write')
process.stdout.write(JSON.stringify(migrateSqlite(database, 0, [...migrations, { name: '5000_long', sql }])))
database.close()
