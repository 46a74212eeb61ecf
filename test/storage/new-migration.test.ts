import { expect, test } from 'bun:test'
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { postgresMigrations } from '../../src/storage/postgres/migrate.ts'
import { migrations } from '../../src/storage/sqlite/migrate.ts'
import { type Folder, makeFolder } from '../support/folder.ts'

const root = resolve(import.meta.dir, '../..')

/** Copies the files that a migration is made from. */
function copyProject(): Folder {
  const folder = makeFolder()
  const needed = ['package.json', 'tsconfig.json', 'drizzle.config.ts', 'drizzle.postgres.config.ts', 'drizzle', 'scripts', 'src']
  for (const name of needed) {
    cpSync(resolve(root, name), folder.at(name), { recursive: true })
  }
  symlinkSync(resolve(root, 'node_modules'), folder.at('node_modules'))
  return folder
}

async function run(folder: Folder, ...words: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, ...words], { cwd: folder.path, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  if ((await child.exited) !== 0) throw new Error(`${words.join(' ')} left with ${child.exitCode}: ${stdout}${stderr}`)
  return stdout
}

const listed = `
  import { postgresMigrations } from './src/storage/postgres/migrate.ts'
  import { migrations } from './src/storage/sqlite/migrate.ts'
  console.log(JSON.stringify([migrations, postgresMigrations]))`

test('makes a migration from a new column or by hand, and the code lists both', async () => {
  using project = copyProject()
  const tables = project.at('src/storage/tables/accounts.ts')
  const before = readFileSync(tables, 'utf8')
  writeFileSync(tables, before.replace("'vehicles',\n    {", "'vehicles',\n    {\n      colour: c.text(),"))

  await run(project, 'run', 'migration', 'vehicle_colour')
  await run(project, 'run', 'migration', 'paint_coaches', '--custom')
  const byHand = readdirSync(project.at('drizzle/sqlite')).find((name) => name.endsWith('paint_coaches.sql')) ?? ''
  writeFileSync(project.at(`drizzle/sqlite/${byHand}`), "UPDATE vehicles SET colour = 'white';")

  const number = (before: readonly unknown[], index: number) => String(before.length + index).padStart(4, '0')
  const [inSqlite, inPostgres] = JSON.parse(await run(project, '-e', listed))
  expect(inSqlite).toEqual([
    ...migrations,
    { name: `${number(migrations, 0)}_vehicle_colour`, sql: 'ALTER TABLE `vehicles` ADD `colour` text;' },
    { name: `${number(migrations, 1)}_paint_coaches`, sql: "UPDATE vehicles SET colour = 'white';" },
  ])
  expect(inPostgres).toEqual([
    ...postgresMigrations,
    {
      name: `${number(postgresMigrations, 0)}_vehicle_colour`,
      sql: 'ALTER TABLE "vehicles" ADD COLUMN "colour" text COLLATE "C";',
    },
    { name: `${number(postgresMigrations, 1)}_paint_coaches`, sql: expect.stringMatching(/^-- Custom/) },
  ])
})
