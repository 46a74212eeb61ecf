import { CliFailure } from '../../src/cli/exit.ts'
import { lockDataFolder } from '../../src/cli/lock.ts'

// Locks a data folder, prints "held", and keeps the lock until it is killed or reads "leave".
const [folder = '', url = ''] = process.argv.slice(2)
try {
  using lock = lockDataFolder(folder)
  lock.announce(url)
  process.stdout.write('held\n')
  for await (const line of process.stdin) if (String(line).includes('leave')) break
} catch (fault) {
  if (!(fault instanceof CliFailure)) throw fault
  process.stdout.write(`${fault.message}\n`)
  process.exitCode = fault.exitCode
}
process.exit()
