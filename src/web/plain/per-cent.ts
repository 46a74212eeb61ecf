/** Hundredths of a per cent as they stand in a field: 1250 → `12.5`. */
export function typedPerCent(bps: number): string {
  return String(bps / 100)
}

/**
 * Reads a typed share into hundredths of a per cent: `12.5`, `12,5`, `20 %`. Null for what is no share from 0 to 100.
 */
export function perCentFrom(typed: string): number | null {
  const text = typed.trim().replace(/\s*%$/, '').replace(',', '.')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return null
  const bps = Math.round(Number(text) * 100)
  return bps > 10_000 ? null : bps
}

/** The sentence about a typed share that cannot be read; null for one that can, and for none. */
export function faultOfPerCent(text: string): string | null {
  return text.trim() === '' || perCentFrom(text) !== null ? null : 'Enter a percentage like 20 or 12.5.'
}
