// Lists the sentences of the given files or folders, by default of the whole project, that break a rule of plain English.
// It exits with 1 if there is one.
import { readProject } from '../test/support/plain-english.ts'

const paths = process.argv.slice(2).map((path) => path.replace(/\/$/, ''))
const isAsked = (path: string) => paths.length === 0 || paths.some((one) => path === one || path.startsWith(`${one}/`))
const offences = readProject()
  .flatMap((reading) => reading.offences)
  .filter(({ path }) => isAsked(path))
for (const { path, line, rule, sentence } of offences) process.stdout.write(`${path}:${line} ${rule}: ${sentence}\n`)
process.stdout.write(`${offences.length} offences\n`)
process.exit(offences.length > 0 ? 1 : 0)
