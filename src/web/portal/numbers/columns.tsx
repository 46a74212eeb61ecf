import { useId } from 'react'
import { chooseNamedColumns, type Extent, findBarLength, listGridLines, placeColumns, type Scale } from '../../plain/chart.ts'
import { Drawing, chartHeight as height } from './figure.tsx'

/** Pattern of a column, distinct without colours. The legend explains it. */
export type ColumnLook = 'solid' | 'outline' | 'hatched'

/** One column. `part` of it is filled, the rest is outlined. */
type ChartColumn = { readonly value: number; readonly part?: number; readonly look: ColumnLook; readonly said?: string }

/** The columns of one name. */
export type ColumnGroup = { readonly key: string; readonly name: string; readonly columns: readonly ChartColumn[] }

const top = 20
const foot = 24
const nameWidth = 50

/** A column chart with a scale. A column shows its figure on top if there is room. */
export function ColumnChart(props: {
  readonly label: string
  readonly groups: readonly ColumnGroup[]
  readonly scale: Scale
  readonly spoken: (value: number) => string
}) {
  const { label, groups, scale, spoken } = props
  const hatch = useId()
  const room = height - top - foot
  const yOf = (value: number) => height - foot - findBarLength(value, scale.top, room)
  const scaleNames = listGridLines(scale).map((line) => ({ line, name: spoken(line) }))
  const left = Math.max(...scaleNames.map(({ name }) => name.length)) * 8 + 10

  function drawColumns(width: number) {
    const inGroup = Math.max(1, ...groups.map(({ columns }) => columns.length))
    const placed = placeColumns({ groups: groups.length, inGroup, room: { at: left, size: Math.max(1, width - left) } })
    const named = chooseNamedColumns(groups.length, width - left, nameWidth)
    return (
      <>
        <defs>
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className="chart-hatch" width="2" height="6" />
          </pattern>
        </defs>
        {scaleNames.map(({ line, name }) => (
          <g key={line}>
            <line className="chart-line" x1={left} x2={width} y1={yOf(line)} y2={yOf(line)} />
            <text className="chart-name" x={left - 6} y={yOf(line) + 4} textAnchor="end">
              {name}
            </text>
          </g>
        ))}
        {groups.map(({ key, name, columns }, nth) => {
          const at = placed[nth]
          if (at === undefined) return null
          return (
            <g key={key}>
              {columns.map((column, place) => {
                const room = at.columns[place]
                return (
                  room && (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a group keep their places
                    <Column key={place} column={column} room={room} most={at.group.size} yOf={yOf} hatch={hatch} />
                  )
                )
              })}
              {named.has(nth) && (
                <text className="chart-name" x={at.group.at + at.group.size / 2} y={height - 6} textAnchor="middle">
                  {name}
                </text>
              )}
            </g>
          )
        })}
      </>
    )
  }

  return <Drawing label={label} draw={drawColumns} />
}

/** A column with its part and its figure. `most` is the width of its group (px). */
function Column(props: {
  readonly column: ChartColumn
  readonly room: Extent
  readonly most: number
  readonly yOf: (value: number) => number
  readonly hatch: string
}) {
  const { column, room, most, yOf, hatch } = props
  const { value, part = 0, look, said } = column
  const drawn = { x: room.at, width: Math.max(1, room.size - 1) }
  const heightOf = (of: number) => height - foot - yOf(of)
  return (
    <g>
      <rect
        {...drawn}
        className="chart-column"
        data-look={look}
        y={yOf(value)}
        height={heightOf(value)}
        {...(look === 'hatched' && { fill: `url(#${hatch})` })}
      />
      {part > 0 && <rect {...drawn} className="chart-column" data-look="solid" y={yOf(part)} height={heightOf(part)} />}
      {said !== undefined && room.size >= 26 && most >= said.length * 7 && (
        <text className="chart-said" x={room.at + room.size / 2} y={yOf(value) - 5} textAnchor="middle">
          {said}
        </text>
      )}
    </g>
  )
}

/** A legend of the column patterns. */
export function Legend({ looks }: { readonly looks: readonly (readonly [ColumnLook, string])[] }) {
  const hatch = useId()
  return (
    <ul className="numbers-legend">
      {looks.map(([look, word]) => (
        <li key={word}>
          <svg width="14" height="14" aria-hidden="true" focusable="false">
            <defs>
              <pattern id={`${hatch}${look}`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect className="chart-hatch" width="2" height="6" />
              </pattern>
            </defs>
            <rect
              className="chart-column"
              data-look={look}
              x="1"
              y="1"
              width="12"
              height="12"
              {...(look === 'hatched' && { fill: `url(#${hatch}${look})` })}
            />
          </svg>
          {word}
        </li>
      ))}
    </ul>
  )
}
