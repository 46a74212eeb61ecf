// Serves from source with the words it is given, and once it listens prints which modules were loaded and leaves.
import { resolve } from 'node:path'

const main = resolve(import.meta.dir, '../../src/main.ts')
const words = process.argv.slice(2)
process.argv.splice(1, process.argv.length, main, 'serve', ...words)

const write = process.stdout.write.bind(process.stdout)
process.stdout.write = ((text: string | Uint8Array) => {
  if (!String(text).includes('"msg":"listening"')) return true
  // What the start still has in hand is let come.
  setTimeout(() => {
    write(`${JSON.stringify(Object.keys(require.cache))}\n`)
    process.exit(0)
  }, 1_000)
  return true
}) as typeof process.stdout.write

await import(main)
