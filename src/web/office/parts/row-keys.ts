import { useKeys } from '../shell/keys.ts'

function listRows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility())
}

/** The row with the focus, else the chosen one. */
export function findFocusedRow(): HTMLElement | null {
  return (
    document.activeElement?.closest<HTMLElement>('[data-row]') ?? document.querySelector<HTMLElement>('[data-row][data-chosen]')
  )
}

/** The button or link that Enter follows in a row: the marked one, else the first. */
function findMainOf(row: HTMLElement | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>('[data-row-main]') ?? row?.querySelector<HTMLElement>('a, button') ?? null
}

function moveFocus(by: 1 | -1): void {
  const all = listRows()
  const row = findFocusedRow()
  const at = row === null ? (by === 1 ? -1 : all.length) : all.indexOf(row)
  findMainOf(all[at + by])?.focus()
}

/** Opens the focused row, else the first. */
export function openRow(): void {
  const row = findFocusedRow() ?? listRows()[0]
  row?.querySelector<HTMLElement>('a')?.click()
}

/** A React hook for the keys of a list: `j` and `k` move through the rows, `.` opens the actions of the focused row. */
export function useRowKeys(): void {
  useKeys({
    j: { says: 'Next row', run: () => moveFocus(1) },
    k: { says: 'Previous row', run: () => moveFocus(-1) },
    '.': {
      says: 'Row actions',
      run: () => findFocusedRow()?.querySelector<HTMLElement>('[data-row-actions]')?.click(),
    },
  })
}
