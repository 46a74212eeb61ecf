import { run } from './cli/run.ts'

// Whatever is made, also by SQLite, holds customers or secrets: it is for its owner alone.
process.umask(0o077)

// A command that ends without an exit code has failed.
process.exitCode = 1

// A promise and no top-level await, which the bytecode of the executable cannot hold.
run(process.argv.slice(2)).then((exitCode) => process.exit(exitCode))
