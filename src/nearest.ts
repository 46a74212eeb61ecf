/** The known name that a mistyped one most likely meant, or null where none comes near. */
export function nearest(typed: string, known: readonly string[]): string | null {
  const ranked = known.map((name) => ({ name, distance: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
  const best = ranked.sort((a, b) => a.distance - b.distance)[0]
  return best && best.distance <= Math.max(2, Math.floor(typed.length / 3)) ? best.name : null
}

/** "Did you mean …?" with a space before it, or nothing. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const meant = nearest(typed, known)
  return meant === null ? '' : ` Did you mean ${meant}?`
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
