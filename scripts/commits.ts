import { resolve } from 'node:path'

/** The limits of a commit: letters of its subject, and changed lines without a body. */
const longestSubject = 72
const mostLinesWithoutBody = 300

/** The instant from which commits must obey the limits. */
const heldSince = '2026-11-28T13:30:00Z'

/**
 * The format of `git log` that is read: short hash, parents, subject and body, each with a terminator, then the count of lines.
 */
export const logFormat = '%x00%h%x1f%P%x1f%s%x1f%b%x1f'

/** The faults of commits, a sentence each, from the output of `git log --format=… --shortstat`. */
export function commitFaults(log: string): string[] {
  return log
    .split('\0')
    .slice(1)
    .flatMap((commit) => {
      const [hash = '', parents = '', subject = '', body = '', counts = ''] = commit.split('\x1f')
      // At the border of a shallow clone a commit has no parent, and its change is the whole tree.
      if (parents === '') return []
      const lines = [...counts.matchAll(/(\d+) (?:insertion|deletion)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
      return [
        ...(subject.length > longestSubject ? [`${hash} has a subject of ${subject.length} letters: ${subject}`] : []),
        ...(lines > mostLinesWithoutBody && body.trim() === ''
          ? [`${hash} changes ${lines} lines and does not say why: ${subject}`]
          : []),
      ]
    })
}

if (import.meta.main) {
  const root = resolve(import.meta.dir, '..')
  const command = ['git', 'log', `--since=${heldSince}`, '--no-merges', '--shortstat', `--format=${logFormat}`]
  // A machine without git and a copy without its history have nothing to check.
  const log = Bun.which('git') === null ? '' : Bun.spawnSync(command, { cwd: root, stderr: 'ignore' }).stdout.toString()
  const faults = commitFaults(log)
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  if (faults.length > 0) process.exit(1)
}
