const page = await Bun.file(new URL('../../docs/states.md', import.meta.url)).text()

/** The part of docs/states.md under a heading. Text after a colon in the heading does not count. */
export function statesSection(heading: string): string {
  const found = page.split(/^## /m).find((part) => part.split(/[:\n]/)[0] === heading)
  if (found === undefined) throw new Error(`docs/states.md has no section ${heading}`)
  return found
}

/** The arrows of a section's drawing, as `from → to`; only those with the label, if one is given. */
export function drawnTransitions(heading: string, label?: string): string[] {
  const drawn = [...statesSection(heading).matchAll(/^ {4}(\S+) --> (\S+)(?: : (.*))?$/gm)]
  const wanted = drawn.filter((arrow) => label === undefined || arrow[3] === label)
  return [...new Set(wanted.map(([, from, to]) => `${from} → ${to}`))].filter((arrow) => !arrow.includes('[*]'))
}

/** State → move → result: the next state, or the code of the refusal. */
export type TransitionTable = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The table of moves in a section that has `corner` above its first column. */
export function transitionTable(heading: string, corner: string): TransitionTable {
  const rows = statesSection(heading)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')))
  const top = rows.findIndex((cells) => cells[1] === corner)
  const names = rows[top]?.slice(2, -1)
  if (names === undefined) throw new Error(`${heading} in docs/states.md has no table of what “${corner}”`)
  const end = rows.findIndex((cells, line) => line > top && cells.length === 1)
  const table = rows.slice(top + 2, end).map(([, state, ...cells]) => {
    return [state ?? '', Object.fromEntries(names.map((name, column) => [name, cells[column] ?? '']))] as const
  })
  return Object.fromEntries(table)
}
