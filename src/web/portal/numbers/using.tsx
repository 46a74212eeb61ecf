import { OfficePlate } from '../../office/parts/plate.tsx'
import { type Column, Table } from '../../office/parts/table.tsx'
import { findShade } from '../../plain/chart.ts'
import { fileColumns } from '../../plain/file-columns.ts'
import { computeUtilisation, describeUtilisation, formatPart, sumUses, weekdayNames } from '../../plain/numbers-said.ts'
import { ChartFigure, chartHeight, Drawing } from './figure.tsx'
import type { DayRange, VehicleNumbers } from './numbers.ts'

const columns: readonly Column<VehicleNumbers>[] = [
  { name: 'Vehicle', cell: ({ registration }) => <OfficePlate registration={registration} /> },
  { name: 'Days in use', isNumber: true, cell: ({ days_out }) => days_out || '–' },
  { name: 'Days available', isNumber: true, cell: ({ days_available }) => days_available || '–' },
  { name: 'Utilisation', isNumber: true, cell: (use) => formatUsedPart(use) },
]

function formatUsedPart({ days_out, days_available }: { readonly days_out: number; readonly days_available: number }): string {
  return formatPart(days_out, days_available)
}

const leastHeight = 28
const mostHeight = 48
const head = 22
const plateRoom = 84
const mostRows = Math.floor((chartHeight - head) / leastHeight)

/** The utilisation of each vehicle, by weekday. */
export function Using({ coaches, range }: { readonly coaches: readonly VehicleNumbers[]; readonly range: DayRange }) {
  const said = describeUtilisation(coaches)
  const busiest = coaches.toSorted((one, other) => computeUtilisation(other) - computeUtilisation(one))
  const rows = [
    ...busiest
      .slice(0, mostRows - 1)
      .map(({ vehicle_id, registration, by_weekday }) => ({ key: String(vehicle_id), name: registration, by_weekday })),
    ...(busiest.length > 1 ? [{ key: 'all', name: 'All', by_weekday: busiest.flatMap(({ by_weekday }) => by_weekday) }] : []),
  ]

  const rowHeight = Math.min(mostHeight, (chartHeight - head) / rows.length)

  function drawWeekdays(width: number) {
    const cell = (width - plateRoom) / 7
    return (
      <>
        {weekdayNames.map((name, nth) => (
          <text key={name} className="chart-name" x={plateRoom + (nth + 0.5) * cell} y={14} textAnchor="middle">
            {name.slice(0, cell < 56 ? 2 : 3)}
          </text>
        ))}
        {rows.map(({ key, name, by_weekday }, row) => (
          <g key={key}>
            <text className="chart-said" x="0" y={head + (row + 0.5) * rowHeight + 4}>
              {name}
            </text>
            {weekdayNames.map((day, nth) => {
              const use = sumUses(by_weekday.filter(({ weekday }) => weekday === nth + 1))
              const place = { x: plateRoom + nth * cell + 1, y: head + row * rowHeight + 1 }
              return (
                <g key={day}>
                  <rect
                    {...place}
                    className="chart-cell"
                    data-shade={findShade(use.days_out, use.days_available) ?? 'none'}
                    width={Math.max(1, cell - 2)}
                    height={rowHeight - 2}
                  />
                  <text className="chart-said" x={place.x + cell / 2 - 1} y={place.y + rowHeight / 2 + 3} textAnchor="middle">
                    {cell < 52 ? formatUsedPart(use).replace(' of ', '/') : formatUsedPart(use)}
                  </text>
                </g>
              )
            })}
          </g>
        ))}
      </>
    )
  }

  return (
    <ChartFigure
      title="Vehicle utilisation"
      none="No vehicles in the fleet."
      isEmpty={coaches.length === 0}
      file={{
        name: `vehicle-utilisation-${range.from}-${range.to}`,
        header: fileColumns.using,
        rows: () =>
          coaches.flatMap(({ registration, days_out, days_available, by_weekday }) => [
            [registration, 'all', days_out, days_available],
            ...by_weekday.map((use) => [registration, use.weekday, use.days_out, use.days_available]),
          ]),
      }}
      tables={
        <Table caption="By vehicle" columns={columns} rows={busiest} rowKey={({ vehicle_id }) => vehicle_id} isCaptionShown />
      }
    >
      <h3>Days in use, by weekday{rows.length <= busiest.length && `; the ${mostRows - 1} busiest vehicles`}</h3>
      <Drawing label={said} draw={drawWeekdays} />
    </ChartFigure>
  )
}
