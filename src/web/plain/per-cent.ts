/** Formats hundredths of a per cent for a field: 1250 → `12.5`. */
export function formatTypedPerCent(bps: number): string {
  return String(bps / 100)
}

/**
 * Reads a typed share into hundredths of a per cent: `12.5`, `12,5`, `20 %`. Null for no number from 0 to 100.
 */
export function parsePerCent(typed: string): number | null {
  const text = typed.trim().replace(/\s*%$/, '').replace(',', '.')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return null
  const bps = Math.round(Number(text) * 100)
  return bps > 10_000 ? null : bps
}

/** The error of an unreadable percentage. Null for a readable or empty text. */
export function describePerCentFault(text: string): string | null {
  return text.trim() === '' || parsePerCent(text) !== null ? null : 'Enter a percentage, such as 20 or 12.5.'
}
