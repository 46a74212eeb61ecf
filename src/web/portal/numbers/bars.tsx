import { findBarLength } from '../../plain/chart.ts'
import { chartHeight, Drawing } from './figure.tsx'

/** One bar: its name, its length and its formatted figure. */
export type NamedBar = { readonly key: string; readonly name: string; readonly value: number; readonly said: string }

const leastHeight = 26
const mostHeight = 48

/** Greatest number of bars in a chart. */
export const mostBars = Math.floor(chartHeight / leastHeight)

const nameRoom = 118
const saidRoom = 112

/** A chart of horizontal bars, each between its name and its figure. `most` fills the whole width. */
export function BarChart({
  label,
  bars,
  most,
}: {
  readonly label: string
  readonly bars: readonly NamedBar[]
  readonly most: number
}) {
  const rowHeight = Math.min(mostHeight, chartHeight / bars.length)
  return (
    <Drawing
      label={label}
      draw={(width) =>
        bars.map(({ key, name, value, said }, nth) => {
          const length = findBarLength(value, most, Math.max(1, width - nameRoom - saidRoom))
          const middle = nth * rowHeight + rowHeight / 2
          return (
            <g key={key}>
              <text className="chart-name" x="0" y={middle + 4}>
                {name}
              </text>
              <rect className="chart-column" data-look="solid" x={nameRoom} y={middle - 8} width={length} height={16} />
              <text className="chart-said" x={nameRoom + length + 6} y={middle + 4}>
                {said}
              </text>
            </g>
          )
        })
      }
    />
  )
}
