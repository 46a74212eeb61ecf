import { run } from './cli/run.ts'

// A promise and no top-level await, which the bytecode of the executable cannot hold.
run(process.argv.slice(2)).then((exitCode) => process.exit(exitCode))
