import { useKeys } from '../shell/keys.ts'

function rows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-row]')]
}

function focused(): HTMLElement | null {
  return (
    document.activeElement?.closest<HTMLElement>('[data-row]') ?? document.querySelector<HTMLElement>('[data-row][data-chosen]')
  )
}

function move(by: 1 | -1): void {
  const all = rows()
  const row = focused()
  const at = row === null ? (by === 1 ? -1 : all.length) : all.indexOf(row)
  all[at + by]?.querySelector<HTMLElement>('a, button')?.focus()
}

/** Opens the row that has the focus, else the first. */
export function openRow(): void {
  const row = focused() ?? rows()[0]
  row?.querySelector<HTMLElement>('a')?.click()
}

/** `j` and `k` go through the rows of a list, and `.` opens the actions of the one that has the focus; Enter opens it by itself. */
export function useRowKeys(): void {
  useKeys({
    j: { says: 'Next row', run: () => move(1) },
    k: { says: 'Previous row', run: () => move(-1) },
    '.': {
      says: 'What can be done with the row',
      run: () => focused()?.querySelector<HTMLElement>('[data-row-actions]')?.click(),
    },
  })
}
