import { Button } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { downloadTable } from '../../office/parts/hand-out.ts'
import { Icon } from '../../office/parts/icon.tsx'
import type { CsvCell } from '../../plain/csv.ts'

/** A CSV file of figures: its name, its header and its rows. */
type FiguresFile = {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: () => readonly (readonly CsvCell[])[]
}

type FigureProps = {
  readonly title: string
  readonly file: FiguresFile
  /** Whether there are no figures. */
  readonly isEmpty: boolean
  /** The sentence without figures. */
  readonly none: string
  readonly children: ReactNode
}

/** A card with a chart, and its figures as a table and a CSV. */
export function ChartFigure({ tables, children, ...props }: FigureProps & { readonly tables: ReactNode }) {
  return (
    <TableFigure {...props}>
      {children}
      <details>
        <summary>Show table</summary>
        <div className="numbers-tables">{tables}</div>
      </details>
    </TableFigure>
  )
}

/** A card with a table and its CSV. */
export function TableFigure({ title, file, isEmpty, none, children }: FigureProps) {
  return (
    <section className="numbers-figure" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {!isEmpty && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="file" />}
            onClick={() => downloadTable(file.name, file.header, file.rows())}
            aria-label={`${title} as CSV`}
          >
            CSV
          </Button>
        )}
      </header>
      {isEmpty ? <p className="quiet">{none}</p> : children}
    </section>
  )
}

/** Height of a chart (px). */
export const chartHeight = 240

/** A drawing as wide as its container. `draw` receives the width in px. `label` is the accessible text. */
export function Drawing(props: { readonly label: string; readonly draw: (width: number) => ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return
    const watcher = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={place} className="numbers-drawing" style={{ minBlockSize: chartHeight }}>
      {width > 0 && (
        <svg role="img" aria-label={props.label} width={width} height={chartHeight} viewBox={`0 0 ${width} ${chartHeight}`}>
          {props.draw(width)}
        </svg>
      )}
    </div>
  )
}
