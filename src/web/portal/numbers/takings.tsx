import { scaleFor } from '../../plain/chart.ts'
import { fileColumns } from '../../plain/file-columns.ts'
import { typedMoney } from '../../plain/money.ts'
import { takingsSaid } from '../../plain/numbers-said.ts'
import { Money } from '../parts/money.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { ColumnChart, Legend } from './columns.tsx'
import { Figure } from './figure.tsx'
import type { BookingNumbers, DayRange } from './numbers.ts'
import { shortMoney, spokenWeek } from './periods.ts'

type WeekTakings = BookingNumbers['revenue'][number]

const columns: readonly Column<WeekTakings>[] = [
  { name: 'Week from', cell: ({ period }) => `${spokenWeek(period)} ${period.slice(0, 4)}` },
  { name: 'Booked', isNumber: true, cell: (week) => <Sum amount={week.booked_amount} week={week} /> },
  { name: 'Of it paid', isNumber: true, cell: (week) => <Sum amount={week.paid_amount} week={week} /> },
  { name: 'Called off', isNumber: true, cell: (week) => <Sum amount={week.cancelled_amount} week={week} /> },
]

function Sum({ amount, week }: { readonly amount: number; readonly week: WeekTakings }) {
  return <Money amount={amount} currency={week.currency_code} isInTable />
}

/** A figure of what the weeks bring by the day of departure: booked, of it paid, and what was called off. */
export function Takings({ revenue, range }: { readonly revenue: readonly WeekTakings[]; readonly range: DayRange }) {
  const currencies = [...new Set(revenue.map(({ currency_code }) => currency_code))]
  const said = takingsSaid(revenue)
  return (
    <Figure
      title="What the weeks bring"
      said={said}
      isEmpty={revenue.length === 0}
      file={{
        name: `what-the-weeks-bring-${range.from}-${range.to}`,
        header: fileColumns.takings,
        rows: () =>
          revenue.map(({ period, booked_amount, paid_amount, cancelled_amount, currency_code }) => [
            period,
            ...[booked_amount, paid_amount, cancelled_amount].map((amount) => typedMoney(amount, currency_code)),
            currency_code,
          ]),
      }}
      tables={
        <Table
          caption="By the week of departure"
          columns={columns}
          rows={revenue}
          rowKey={({ period, currency_code }) => `${period} ${currency_code}`}
          isCaptionShown
        />
      }
    >
      {currencies.map((currency) => {
        const weeks = revenue.filter(({ currency_code }) => currency_code === currency)
        const most = Math.max(...weeks.flatMap(({ booked_amount, cancelled_amount }) => [booked_amount, cancelled_amount]))
        return (
          <div key={currency}>
            {currencies.length > 1 && <h3>{currency}</h3>}
            <ColumnChart
              label={said}
              scale={scaleFor(most)}
              spoken={(amount) => shortMoney(amount, currency)}
              groups={weeks.map(({ period, booked_amount, paid_amount, cancelled_amount }) => ({
                key: period,
                name: spokenWeek(period),
                columns: [
                  { value: booked_amount, part: Math.min(paid_amount, booked_amount), look: 'outline' },
                  { value: cancelled_amount, look: 'hatched' },
                ],
              }))}
            />
          </div>
        )
      })}
      <Legend
        looks={[
          ['outline', 'Booked'],
          ['solid', 'Of it paid'],
          ['hatched', 'Called off'],
        ]}
      />
    </Figure>
  )
}
