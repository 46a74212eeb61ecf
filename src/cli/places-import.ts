import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PostcodeFileFault, postcodeSources } from '../domain/postcode-file.ts'
import { formatCount } from '../domain/spoken.ts'
import { oneWordOf, path } from '../setting-values.ts'
import { createConfiguredClock } from './clock.ts'
import { defineConfiguredCommand } from './command.ts'
import { requireInstalled } from './data-folder.ts'
import { CliFailure, createUsageFailure, exit } from './exit.ts'
import { defineOperand, defineOptionalFlag, defineToggle } from './flag.ts'
import { runWithDataFolder } from './open-storage.ts'
import { formatSourceName, lowerPriority, reportImportWaiting, toImportFailure } from './postcodes.ts'
import { makeProgress } from './progress.ts'

/** Imports the postcodes of a file. */
export const placesImportCommand = defineConfiguredCommand({
  words: 'places import',
  about:
    'Imports British postcodes with their coordinates, also while a server runs. Saves 50,000 rows at a time; after an ' +
    'interruption, run it again. Counts bad rows and names the first ten. Refuses a file without the columns (1) and a second ' +
    'import at the same time (3).',
  examples: [
    'places import ONSPD_NOV_2026_UK.csv',
    'places import codepo_gb/Data/CSV --source codepoint --replace',
    'places import postcodes.csv --json',
  ],
  flags: {
    file: defineOperand('FILE', 'The CSV file, or a folder of CSV files.', path),
    source: defineOptionalFlag(
      'SOURCE',
      'ons (ONS Postcode Directory), codepoint (Code-Point Open), or csv (the columns postcode, latitude, longitude). ' +
        'Default: recognised by the first row.',
      oneWordOf(...postcodeSources),
    ),
    replace: defineToggle(
      'Deletes postcodes that are not in the file. Searches find the previous ones until the import is complete.',
    ),
  },
  async run({ flags, config, out }) {
    await requireInstalled(config)
    const files = listCsvFiles(flags.file)
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    lowerPriority()
    const { importPostcodes } = await import('../actions/server/postcode-import.ts')
    const progress = makeProgress()
    const order = {
      files,
      source: flags.source,
      isReplacing: flags.replace,
      tell: (bytes: number) => progress.tell('importing', bytes, total),
      reportWaiting: () => reportImportWaiting(progress),
      clock: createConfiguredClock(config),
    }
    const made = await runWithDataFolder(config, ({ storage }) => importPostcodes(storage, order))
      .catch((fault) => {
        throw fault instanceof PostcodeFileFault ? new CliFailure(exit.failure, fault.message) : toImportFailure(fault)
      })
      .finally(progress.end)

    const { source, stored, changed, bad, terminated, badRows } = made
    const answer = { source, stored, changed, terminated, bad, bad_rows: badRows }
    const found = changed === 0 ? 'nothing' : formatNumber(changed)
    const lines = [
      `${formatCount(stored, 'postcode')} from ${formatSourceName(source)}: ${found} new or changed.`,
      ...(terminated > 0 ? [`Skipped ${formatCount(terminated, 'terminated postcode')}.`] : []),
      ...(bad > 0 ? [`Skipped ${formatCount(bad, 'bad row')}:`] : []),
      ...badRows.map(({ file, line, reason }) => `  ${files.length > 1 ? `${file}, ` : ''}line ${line}: ${reason}`),
      ...(bad > badRows.length ? [`  and ${formatNumber(bad - badRows.length)} more`] : []),
    ]
    await out.answer(answer, lines.join('\n'))
  },
})

/** The file, or the CSV files of a folder in the order of their names. */
function listCsvFiles(given: string): { readonly path: string; readonly name: string; readonly bytes: number }[] {
  const found = statSync(given, { throwIfNoEntry: false })
  if (found === undefined) throw createUsageFailure(`There is no file ${given}.`)
  if (!found.isFile() && !found.isDirectory()) throw createUsageFailure(`${given} is not a file or a folder.`)
  if (found.isFile()) return [{ path: given, name: basename(given), bytes: found.size }]
  const names = readdirSync(given).filter((name) => /\.csv$/i.test(name))
  if (names.length === 0) throw createUsageFailure(`The folder ${given} has no CSV files.`)
  return names.sort().map((name) => ({ path: join(given, name), name, bytes: statSync(join(given, name)).size }))
}

function formatNumber(number: number): string {
  return number.toLocaleString('en')
}
