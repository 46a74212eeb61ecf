import { countMinorDigits } from '../../../domain/money.ts'
import { formatMoney } from '../../plain/money.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Formats a month by its first day: `2026-11-01` → `Nov 26`. */
export function formatMonth(day: string): string {
  return `${months[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(2, 4)}`
}

/** Formats a week by its Monday: `2026-11-23` → `23 Nov`. */
export function formatWeek(day: string): string {
  return `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1] ?? ''}`
}

/** Formats an amount for a scale: `£12k`, `£1.5m`, `£950`. */
export function formatShortMoney(amount: number, currency: string): string {
  const unit = 10 ** countMinorDigits(currency)
  const whole = amount / unit
  const [size, letter] = whole >= 1e6 ? [1e6, 'm'] : whole >= 1e3 ? [1e3, 'k'] : [1, '']
  const said = formatMoney(0, currency).replace(/[\d.]+$/, '')
  return `${said}${Number((whole / size).toFixed(1))}${letter}`
}
