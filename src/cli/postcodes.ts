import { constants, setPriority } from 'node:os'
import { ImportRunning } from '../actions/server/import-turn.ts'
import type { PostcodeSource } from '../domain/postcode-file.ts'
import { CliFailure, exit } from './exit.ts'
import type { Progress } from './progress.ts'

const sourceNames: Readonly<Record<PostcodeSource, string>> = {
  ons: 'the ONS Postcode Directory',
  codepoint: 'Code-Point Open',
  csv: 'a CSV file',
}

/** Lowers the priority of this process, so that a server on the same machine answers as fast as before. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some systems do not allow it.
  }
}

/** The kind of a file of postcodes, for people. */
export function formatSourceName(source: PostcodeSource): string {
  return sourceNames[source]
}

/** Reports the wait for another import, which may have been killed. */
export function reportImportWaiting({ printSentence }: Progress): void {
  printSentence('Another import of postcodes has not ended. Waiting up to 10 seconds to find out whether it still runs.')
}

/** A running import as a failure with exit code 3; any other fault as it is. */
export function toImportFailure(fault: unknown): unknown {
  return fault instanceof ImportRunning ? new CliFailure(exit.occupied, `${fault.message} Wait until it has ended.`) : fault
}
