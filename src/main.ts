import { runCli } from './cli/run.ts'

// All created files, also SQLite's, can contain customers or secrets, so only their owner has access.
process.umask(0o077)

// A command without an exit code has failed.
process.exitCode = 1

// A promise instead of top-level await, which the bytecode of the executable does not support.
runCli(process.argv.slice(2)).then((exitCode) => process.exit(exitCode))
