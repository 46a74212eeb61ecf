import { lengthOf } from '../../plain/chart.ts'
import { Drawing } from './figure.tsx'

/** One bar: its name, how long it is, and its figure as people say it. */
export type NamedBar = { readonly key: string; readonly name: string; readonly value: number; readonly said: string }

const rowHeight = 26
const nameRoom = 118
const saidRoom = 112

/** Bars one below the other, each with its name before and its figure behind it; `most` is as long as there is room. */
export function BarChart({
  label,
  bars,
  most,
}: {
  readonly label: string
  readonly bars: readonly NamedBar[]
  readonly most: number
}) {
  return (
    <Drawing
      label={label}
      height={bars.length * rowHeight + 4}
      draw={(width) =>
        bars.map(({ key, name, value, said }, nth) => {
          const length = lengthOf(value, most, Math.max(1, width - nameRoom - saidRoom))
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
