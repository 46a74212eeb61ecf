/** The largest spread of a side's own runs, as a share of their median, that still allows a comparison. */
export const mostSpread = 0.25

export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5)
}

/** The figure below which a share of all figures is, interpolated between its neighbours. NaN without figures. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return below + (above - below) * (at - Math.floor(at))
}

/** The range of the middle 50 % of the figures, as a share of their median: one stall of the machine does not count. */
export function spread(figures: readonly number[]): number {
  const middle = median(figures)
  return middle === 0 ? 0 : (quantile(figures, 0.75) - quantile(figures, 0.25)) / middle
}

/** The ratio of the medians; null if the base did nothing, or its own runs differ too much. */
export function ratio(figures: readonly number[], base: readonly number[]): number | null {
  const isSteady = median(base) > 0 && spread(base) <= mostSpread
  return isSteady ? median(figures) / median(base) : null
}

/** The difference of the medians; null under the same conditions as a ratio. */
export function difference(figures: readonly number[], base: readonly number[]): number | null {
  return ratio(figures, base) === null ? null : median(figures) - median(base)
}

/** A figure with its significant digits: 5,130; 51.3; 0.51. */
export function show(figure: number): string {
  const size = Math.abs(figure)
  const digits = size >= 100 || figure === 0 ? 0 : size >= 10 ? 1 : 2
  return figure.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
