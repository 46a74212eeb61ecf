import { Glob } from 'bun'
import { runPhases, verdictLines } from '../../scripts/runner.ts'

// `bun run-planted.ts SILENCE_MS`: runs the tests in the folder `test` of the working directory; one can be flaky.

const files = [...new Glob('test/*.test.ts').scanSync('.')].sort()
const limits = { test: 20_000, silence: Number(process.argv[2]), phase: 90_000, flaky: 1 }
const verdict = await runPhases([{ name: 'planted', files, parallel: 2 }], limits)
process.stdout.write(`\n${verdictLines(verdict)}\n`)
process.exit(verdict.failed.length === 0 ? 0 : 1)
