import { resolve } from 'node:path'

/** Greatest number of letters a subject has, and of changed lines that a commit has without saying why. */
const longestSubject = 72
const mostLinesUntold = 300

/** Instant from which on commits are held to it. */
const heldSince = '2026-11-28T13:30:00Z'

/** The format of `git log` that is read: short hash, parents, subject and body, each with an end of its own, then the count of lines. */
export const logFormat = '%x00%h%x1f%P%x1f%s%x1f%b%x1f'

/** The faults of commits, a sentence each, as `git log --format=… --shortstat` tells them. */
export function commitFaults(log: string): string[] {
  return log
    .split('\0')
    .slice(1)
    .flatMap((commit) => {
      const [hash = '', parents = '', subject = '', body = '', counts = ''] = commit.split('\x1f')
      // At the border of a shallow clone a commit has no parent, and the whole tree for its change.
      if (parents === '') return []
      const lines = [...counts.matchAll(/(\d+) (?:insertion|deletion)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
      return [
        ...(subject.length > longestSubject ? [`${hash} has a subject of ${subject.length} letters: ${subject}`] : []),
        ...(lines > mostLinesUntold && body.trim() === ''
          ? [`${hash} changes ${lines} lines and does not say why: ${subject}`]
          : []),
      ]
    })
}

if (import.meta.main) {
  const root = resolve(import.meta.dir, '..')
  const command = ['git', 'log', `--since=${heldSince}`, '--no-merges', '--shortstat', `--format=${logFormat}`]
  // A machine without git and a copy without its history have nothing to be read.
  const log = Bun.which('git') === null ? '' : Bun.spawnSync(command, { cwd: root, stderr: 'ignore' }).stdout.toString()
  const faults = commitFaults(log)
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  if (faults.length > 0) process.exit(1)
}
