import { chmodSync, writeFileSync } from 'node:fs'
import { makeFolder } from './folder.ts'

/** The exit code and output of a line. */
export interface BashResult {
  readonly exitCode: number
  readonly stdout: string
}

/** Runs lines as if pasted into a terminal; `standIn` uses the tests' own curl even if one is installed. */
export async function runInBash(
  lines: string,
  { env = {}, standIn = Bun.which('curl') === null }: { env?: Readonly<Record<string, string>>; standIn?: boolean } = {},
): Promise<BashResult> {
  using folder = makeFolder()
  if (standIn) {
    writeFileSync(folder.at('curl'), `#!/bin/sh\nexec ${process.execPath} ${import.meta.dir}/../processes/curl.ts "$@"\n`)
    chmodSync(folder.at('curl'), 0o755)
  }
  const child = Bun.spawn(['/bin/bash', '-c', lines], {
    env: { PATH: `${folder.path}:/usr/bin:/bin`, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const [stdout, exitCode] = await Promise.all([child.stdout.text(), child.exited])
  return { exitCode, stdout }
}
