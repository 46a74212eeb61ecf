import { Money } from '../../office/parts/money.tsx'
import { type Column, Table } from '../../office/parts/table.tsx'
import { findScale } from '../../plain/chart.ts'
import { fileColumns } from '../../plain/file-columns.ts'
import { formatTypedMoney } from '../../plain/money.ts'
import { describeTakings } from '../../plain/numbers-said.ts'
import { ColumnChart, Legend } from './columns.tsx'
import { ChartFigure } from './figure.tsx'
import type { BookingNumbers, DayRange } from './numbers.ts'
import { formatShortMoney, formatWeek } from './periods.ts'

type WeekTakings = BookingNumbers['revenue'][number]

const columns: readonly Column<WeekTakings>[] = [
  { name: 'Week from', cell: ({ period }) => `${formatWeek(period)} ${period.slice(0, 4)}` },
  { name: 'Booked', isNumber: true, cell: (week) => <Sum amount={week.booked_amount} week={week} /> },
  { name: 'Paid', isNumber: true, cell: (week) => <Sum amount={week.paid_amount} week={week} /> },
  { name: 'Cancelled', isNumber: true, cell: (week) => <Sum amount={week.cancelled_amount} week={week} /> },
]

function Sum({ amount, week }: { readonly amount: number; readonly week: WeekTakings }) {
  return <Money amount={amount} currency={week.currency_code} isInTable />
}

/** The revenue by week of departure: booked, paid and cancelled. */
export function Takings({ revenue, range }: { readonly revenue: readonly WeekTakings[]; readonly range: DayRange }) {
  const currencies = [...new Set(revenue.map(({ currency_code }) => currency_code))]
  const said = describeTakings(revenue)
  return (
    <ChartFigure
      title="Revenue by week"
      none="No bookings in this period."
      isEmpty={revenue.length === 0}
      file={{
        name: `revenue-by-week-${range.from}-${range.to}`,
        header: fileColumns.takings,
        rows: () =>
          revenue.map(({ period, booked_amount, paid_amount, cancelled_amount, currency_code }) => [
            period,
            ...[booked_amount, paid_amount, cancelled_amount].map((amount) => formatTypedMoney(amount, currency_code)),
            currency_code,
          ]),
      }}
      tables={
        <Table
          caption="By week of departure"
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
              scale={findScale(most)}
              spoken={(amount) => formatShortMoney(amount, currency)}
              groups={weeks.map(({ period, booked_amount, paid_amount, cancelled_amount }) => ({
                key: period,
                name: formatWeek(period),
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
          ['solid', 'Paid'],
          ['hatched', 'Cancelled'],
        ]}
      />
    </ChartFigure>
  )
}
