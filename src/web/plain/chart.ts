/** Start and size along one axis (px). */
export type Extent = { readonly at: number; readonly size: number }

/** A scale from 0 to `top`, with a line every `step`. */
export type Scale = { readonly top: number; readonly step: number }

/** A scale up to at least `most`, in at most `lines` steps of 1, 2, 2.5 or 5 times a power of ten. */
export function findScale(most: number, lines = 4): Scale {
  if (!(most > 0) || !Number.isFinite(most)) return { top: 1, step: 1 }
  const least = most / lines
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 2.5, 5, 10].map((round) => round * power).find((round) => round * lines >= most) ?? 10 * power
  return { step, top: step * Math.max(1, Math.ceil(most / step - 1e-9)) }
}

/** The values of the scale's lines, from 0 to the top. */
export function listGridLines({ top, step }: Scale): readonly number[] {
  return Array.from({ length: Math.round(top / step) + 1 }, (_, nth) => nth * step)
}

/** Length of a bar (px), from 0 to `room`. A value above 0 has at least 1 px. */
export function findBarLength(value: number, top: number, room: number): number {
  if (!(value > 0) || !(top > 0)) return 0
  return Math.min(room, Math.max(1, (value / top) * room))
}

/** Places of groups of columns side by side within `room`, and of the columns in each group, without overlap. */
export function placeColumns(layout: {
  readonly groups: number
  readonly inGroup?: number
  readonly room: Extent
  /** The widest a column gets (px). */
  readonly widest?: number
}): readonly { readonly group: Extent; readonly columns: readonly Extent[] }[] {
  const { groups, inGroup = 1, room, widest = 40 } = layout
  const share = groups > 0 ? room.size / groups : 0
  const width = Math.min(widest, (share * 0.76) / inGroup)
  return Array.from({ length: groups }, (_, nth) => {
    const group = { at: room.at + nth * share, size: share }
    const first = group.at + (share - width * inGroup) / 2
    return { group, columns: Array.from({ length: inGroup }, (_, column) => ({ at: first + column * width, size: width })) }
  })
}

/**
 * Indices of the groups that show their name, so that no name of `least` px overlaps the next or the end of the room (px). The
 * first group always shows its name.
 */
export function chooseNamedColumns(groups: number, room: number, least: number): ReadonlySet<number> {
  const share = groups > 0 ? room / groups : 0
  const every = share > 0 ? Math.max(1, Math.ceil(least / share)) : 1
  const fits = (nth: number) => nth === 0 || (nth + 0.5) * share + least / 2 <= room
  return new Set(Array.from({ length: groups }, (_, nth) => nth).filter((nth) => nth % every === 0 && fits(nth)))
}

/** Shade of a cell from 0 to 4, by quarters of `whole`. Null if `whole` is 0. */
export function findShade(part: number, whole: number): number | null {
  if (whole <= 0) return null
  return part <= 0 ? 0 : Math.min(4, Math.ceil((part / whole) * 4))
}

/** Formats hundredths of a per cent as whole per cents. `–` for null. */
export function formatShare(bps: number | null): string {
  return bps === null ? '–' : `${Math.round(bps / 100)}%`
}
