import { formatMoney } from '../../plain/money.ts'

/** An amount in minor units with its currency. In a table, zero shows as “–”. */
export function Money({ amount, currency, isInTable = false }: { amount: number; currency: string; isInTable?: boolean }) {
  return <span className="money">{isInTable && amount === 0 ? '–' : formatMoney(amount, currency)}</span>
}
