/** The most likely known name for a mistyped name, or null without a similar one. Common prefixes do not count. */
export function findNearestName(typed: string, known: readonly string[]): string | null {
  const wanted = stripSettingPrefix(typed)
  const ranked = known.map((name) => ({ name, distance: editDistance(wanted, stripSettingPrefix(name)) }))
  const best = ranked.sort((a, b) => a.distance - b.distance)[0]
  return best && best.distance <= Math.max(wanted.length < 4 ? 1 : 2, Math.floor(wanted.length / 3)) ? best.name : null
}

function stripSettingPrefix(name: string): string {
  return name.toLowerCase().replace(/^(charabanc_|--)/, '')
}

/** "Did you mean …?" with a space before it, or nothing. `otherNames` maps mistaken names to known ones. */
export function suggestName(typed: string, known: readonly string[], otherNames: Readonly<Record<string, string>> = {}): string {
  const meant = findNearestName(typed, [...known, ...Object.keys(otherNames)])
  return meant === null ? '' : ` Did you mean ${otherNames[meant] ?? meant}?`
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
