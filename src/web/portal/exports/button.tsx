import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { counted } from '../../../domain/spoken.ts'
import { say } from '../api/news.ts'
import { sayFailed } from '../api/refused.ts'
import { download, type ExportName } from './download.ts'

/** A table to take along: tells how much of it has come, and can be stopped. `query` holds the days and what else it is narrowed by. */
export function ExportButton(props: {
  readonly name: ExportName
  readonly query: Readonly<Record<string, string>>
  readonly label?: string
  readonly isOff?: boolean
}) {
  const { name, query, label = 'CSV', isOff = false } = props
  const [lines, setLines] = useState<number | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const fetchIt = async () => {
    const controller = new AbortController()
    stop.current = controller
    setLines(0)
    let last = 0
    try {
      await download(name, query, {
        signal: controller.signal,
        onLines(count) {
          last = count
          setLines(count)
        },
      })
      say(`${counted(last, 'line')} saved.`)
    } catch (thrown) {
      if (!controller.signal.aborted) sayFailed(thrown, { before: 'The file could not be read' })
    }
    setLines(null)
  }

  if (lines === null)
    return (
      <Button variant="default" disabled={isOff} onClick={() => void fetchIt()}>
        {label}
      </Button>
    )
  return (
    <span className="export-under-way">
      <span role="status">{counted(lines, 'line')} so far</span>
      <Button variant="default" onClick={() => stop.current?.abort()}>
        Stop
      </Button>
    </span>
  )
}
