import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../domain/spoken.ts'
import { showNotice } from '../../office/api/news.ts'
import { showFailure } from '../../office/api/refused.ts'
import { downloadExport, type ExportName } from './download.ts'

/** A button that downloads a table, shows the progress and can stop. `query` holds the days and the filters. */
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
      await downloadExport(name, query, {
        signal: controller.signal,
        onLines(count) {
          last = count
          setLines(count)
        },
      })
      showNotice(`${formatCount(last, 'row')} saved.`)
    } catch (thrown) {
      if (!controller.signal.aborted) showFailure(thrown, { before: 'The download failed' })
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
      <span role="status">{formatCount(lines, 'row')} so far</span>
      <Button variant="default" onClick={() => stop.current?.abort()}>
        Stop
      </Button>
    </span>
  )
}
