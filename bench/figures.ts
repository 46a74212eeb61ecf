/** A side's own runs may differ by so much of their median before nothing is said against it. */
export const mostSpread = 0.25

export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5)
}

/** The figure that a share of all lies below, between its neighbours where it falls between two. NaN without figures. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other)
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return below + (above - below) * (at - Math.floor(at))
}

/** How far the middle half of the figures reaches, as a share of their median: one hiccup of the machine does not count. */
export function spread(figures: readonly number[]): number {
  const middle = median(figures)
  return middle === 0 ? 0 : (quantile(figures, 0.75) - quantile(figures, 0.25)) / middle
}

/** Median by median; null where the base did nothing, or its own runs differ too much among themselves for one to be told. */
export function ratio(figures: readonly number[], base: readonly number[]): number | null {
  const isSteady = median(base) > 0 && spread(base) <= mostSpread
  return isSteady ? median(figures) / median(base) : null
}

/** How much more the median is; null where there would be no ratio either. */
export function difference(figures: readonly number[], base: readonly number[]): number | null {
  return ratio(figures, base) === null ? null : median(figures) - median(base)
}

/** As many digits as say something: 5,130; 51.3; 0.51. */
export function show(figure: number): string {
  const size = Math.abs(figure)
  const digits = size >= 100 || figure === 0 ? 0 : size >= 10 ? 1 : 2
  return figure.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
