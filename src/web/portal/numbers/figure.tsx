import { Button } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { CsvCell } from '../../plain/csv.ts'
import { handOut } from '../parts/hand-out.ts'
import { Icon } from '../parts/icon.tsx'

/** A table of figures as it is handed out: the name of its file, its header and its rows. */
export type FiguresFile = {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: () => readonly (readonly CsvCell[])[]
}

/** One question of the page: its name, the answer in a sentence, the drawing, and the figures behind it as a table and a CSV. */
export function Figure(props: {
  readonly title: string
  readonly said: string
  readonly file: FiguresFile
  /** Whether there is nothing to draw or to keep. */
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
            onClick={() => handOut(file.name, file.header, file.rows())}
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
            <summary>The figures</summary>
            <div className="numbers-tables">{props.tables}</div>
          </details>
        </>
      )}
    </section>
  )
}

/** A drawing as wide as its place: `draw` gets the width in px. What it says is told by `label`, and in the table. */
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
