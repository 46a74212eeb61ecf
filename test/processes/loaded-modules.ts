// Serves from source with the given arguments, and prints the loaded modules and exits once it listens.
import { resolve } from 'node:path'

const main = resolve(import.meta.dir, '../../src/main.ts')
const words = process.argv.slice(2)
process.argv.splice(1, process.argv.length, main, 'serve', ...words)

const write = process.stdout.write.bind(process.stdout)
process.stdout.write = ((text: string | Uint8Array) => {
  if (!String(text).includes('"msg":"listening"')) return true
  // The start can still have work in progress that loads modules.
  setTimeout(() => {
    write(`${JSON.stringify(Object.keys(require.cache))}\n`)
    process.exit(0)
  }, 1_000)
  return true
}) as typeof process.stdout.write

await import(main)
