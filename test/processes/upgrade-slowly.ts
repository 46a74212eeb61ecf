import { upgradeDatabase } from '../../src/cli/upgrade.ts'
import { migrations } from '../../src/storage/sqlite/migrate.ts'

// Upgrades a data folder with steps of a later release; the second step is slow and fails if requested.
const [folder = '', ending = ''] = process.argv.slice(2)
const rewrite = `CREATE TABLE trips_new (id integer PRIMARY KEY, ref text, itinerary text, added text) STRICT;--> statement-breakpoint
INSERT INTO trips_new SELECT id, ref, itinerary, 'x' FROM trips;--> statement-breakpoint
DROP TABLE trips;--> statement-breakpoint
ALTER TABLE trips_new RENAME TO trips`
const {
  upgrade: { applied, backup },
} = upgradeDatabase({
  databasePath: `${folder}/charabanc.sqlite`,
  backupFolder: `${folder}/backups`,
  keyPlace: { dataDir: folder, masterKey: null },
  now: Date.now(),
  say: () => {},
  steps: [
    ...migrations,
    { name: '5000_note', sql: 'CREATE TABLE notes (id integer PRIMARY KEY, text text) STRICT' },
    {
      name: '5001_rewrite',
      sql: ending === 'fail' ? `${rewrite};--> statement-breakpoint\nINSERT INTO nowhere VALUES (1)` : rewrite,
    },
  ],
})
process.stdout.write(JSON.stringify({ applied, backup }))
