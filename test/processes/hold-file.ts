import { Database } from 'bun:sqlite'

// `bun hold-file.ts FILE [readers]`: locks writers out of a SQLite file, and readers if requested, until its input has data.
const database = new Database(process.argv[2] ?? '')
database.run('PRAGMA busy_timeout = 5000')
if (process.argv[3] === 'readers') database.run('PRAGMA locking_mode = EXCLUSIVE')
database.run('BEGIN EXCLUSIVE')
process.stdout.write('held\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
database.run('COMMIT')
database.close()
process.exit()
