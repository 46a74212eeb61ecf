const units = ['KB', 'MB', 'GB', 'TB'] as const

/** Formats a size: `512 KB`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  let [size, nth] = [bytes / 1_000, 0]
  while (size >= 999.5 && nth < units.length - 1) {
    size /= 1_000
    nth++
  }
  return `${size < 10 && nth > 0 ? size.toFixed(1) : Math.max(1, Math.round(size))} ${units[nth]}`
}
