import { digitsOf } from '../../../domain/money.ts'
import { spokenMoney } from '../../plain/money.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** A month by its first day: `2026-11-01` → `Nov 26`. */
export function spokenMonth(day: string): string {
  return `${months[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(2, 4)}`
}

/** A week by its Monday, as short as it goes: `2026-11-23` → `23 Nov`. */
export function spokenWeek(day: string): string {
  return `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1] ?? ''}`
}

/** An amount as it stands beside a scale: `£12k`, `£1.5m`, `£950`. */
export function shortMoney(amount: number, currency: string): string {
  const unit = 10 ** digitsOf(currency)
  const whole = amount / unit
  const [size, letter] = whole >= 1e6 ? [1e6, 'm'] : whole >= 1e3 ? [1e3, 'k'] : [1, '']
  const said = spokenMoney(0, currency).replace(/[\d.]+$/, '')
  return `${said}${Number((whole / size).toFixed(1))}${letter}`
}
