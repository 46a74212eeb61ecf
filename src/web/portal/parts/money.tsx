import { spokenMoney } from '../../plain/money.ts'

/** An amount in minor units with its currency; zero is “–” where `isInTable`. */
export function Money({ amount, currency, isInTable = false }: { amount: number; currency: string; isInTable?: boolean }) {
  return <span className="money">{isInTable && amount === 0 ? '–' : spokenMoney(amount, currency)}</span>
}
