import { useSession } from '../../office/api/session.ts'
import { useLongestDues, useReceivedSince } from '../../office/money-lists/money.ts'
import { useClock } from '../../office/parts/now.ts'
import { addDays, findToday } from '../../plain/moment.ts'
import { formatMoney } from '../../plain/money.ts'
import { toWallAt } from '../../plain/zone.ts'

type Sum = { readonly amount: number; readonly currency_code: string }

/** Amounts that are overdue, due soon, and received this month. One page of each is read; a longer list shows “over”. */
export function MoneyFigures() {
  const { zone, currency } = useSession()
  const today = findToday(zone, useClock(60_000))
  const soon = addDays(today, 7)
  const month = `${today.slice(0, 7)}-01`
  const dues = useLongestDues().data
  const payments = useReceivedSince(month, today).data
  const isDueCut = dues !== undefined && dues.meta.last_page > 1
  const isCutBefore = (day: string) => isDueCut && (dues.data.at(-1)?.due_on ?? '') <= day
  const listDue = (isIn: (due: NonNullable<typeof dues>['data'][number]) => boolean): readonly Sum[] | undefined =>
    dues?.data.filter(isIn).map(({ due_amount: amount, currency_code }) => ({ amount, currency_code }))
  const received = payments?.data.filter(
    ({ kind, received_at }) =>
      kind !== 'refund' && received_at !== null && toWallAt(Date.parse(received_at), zone).slice(0, 10) >= month,
  )
  const format = (sums: readonly Sum[] | undefined, isCut: boolean) => {
    if (sums === undefined) return '–'
    const byCurrency = Map.groupBy(sums, ({ currency_code }) => currency_code)
    const totals = [...byCurrency].map(([code, all]) =>
      formatMoney(
        all.reduce((sum, { amount }) => sum + amount, 0),
        code,
      ),
    )
    return (isCut ? 'over ' : '') + (totals.join(' + ') || formatMoney(0, currency))
  }
  const overdue = listDue(({ balance_status }) => balance_status === 'overdue')
  const dueSoon = listDue(({ balance_status, due_on }) => balance_status !== 'overdue' && due_on <= soon)
  return (
    <dl className="money-figures">
      <div data-wrong={(overdue?.length ?? 0) > 0 || undefined}>
        <dt>Overdue</dt>
        <dd>{format(overdue, isCutBefore(today))}</dd>
      </div>
      <div>
        <dt>Due in 7 days</dt>
        <dd>{format(dueSoon, isCutBefore(soon))}</dd>
      </div>
      <div>
        <dt>Received this month</dt>
        <dd>{format(received, (payments?.meta.last_page ?? 1) > 1)}</dd>
      </div>
    </dl>
  )
}
