import { Database } from 'bun:sqlite'

// A process that keeps every writer out of a SQLite file until it is told to end.
const database = new Database(process.argv[2] ?? '')
database.run('PRAGMA busy_timeout = 5000')
database.run('BEGIN EXCLUSIVE')
process.stdout.write('held\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
database.run('COMMIT')
database.close()
process.exit()
