import { Button } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { downloadTable } from '../../office/parts/hand-out.ts'
import { Icon } from '../../office/parts/icon.tsx'
import type { CsvCell } from '../../plain/csv.ts'

/** A CSV file of figures: its name, its header and its rows. */
export type FiguresFile = {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: () => readonly (readonly CsvCell[])[]
}

/** A section of the page: title, summary, chart, and the figures as a table and a CSV. */
export function Figure(props: {
  readonly title: string
  readonly said: string
  readonly file: FiguresFile
  /** Whether there are no figures. */
  readonly isEmpty: boolean
  readonly tables: ReactNode
  readonly children: ReactNode
}) {
  const { title, said, file, isEmpty } = props
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
      <p className="prose">{said}</p>
      {!isEmpty && (
        <>
          {props.children}
          <details>
            <summary>Show table</summary>
            <div className="numbers-tables">{props.tables}</div>
          </details>
        </>
      )}
    </section>
  )
}

/** A drawing as wide as its container. `draw` receives the width in px. `label` is the accessible text. */
export function Drawing(props: { readonly label: string; readonly height: number; readonly draw: (width: number) => ReactNode }) {
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
    <div ref={place} className="numbers-drawing" style={{ minBlockSize: props.height }}>
      {width > 0 && (
        <svg role="img" aria-label={props.label} width={width} height={props.height} viewBox={`0 0 ${width} ${props.height}`}>
          {props.draw(width)}
        </svg>
      )}
    </div>
  )
}
