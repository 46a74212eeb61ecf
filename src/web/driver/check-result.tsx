import { useEffect, useRef } from 'preact/hooks'
import { counted } from '../../domain/spoken.ts'
import { go, useApp } from './app.ts'
import { Plate, Ring } from './parts.tsx'

/** The outcome of a walkaround. */
export type CheckedCoach = {
  readonly plate: string
  readonly isFit: boolean
  readonly isMajor: boolean
  readonly defects: number
  readonly tripRef: string | null
  /** Instant (ms) from which its entry is in the outbox. */
  readonly at: number
}

/** The page of what a walkaround came to, as large as the screen, and whether the office knows. */
export function CheckResult({ result: { plate, isFit, isMajor, defects, tripRef, at } }: { readonly result: CheckedCoach }) {
  const { box, me } = useApp()
  const head = useRef<HTMLHeadingElement>(null)
  /** Once it was refused it stays so, also when the entry is taken out of the box. */
  const wasRefused = useRef(false)
  const entry = box.find((one) => one.path === '/vehicle-checks' && one.at >= at)
  if (typeof entry?.refusal === 'string') wasRefused.current = true
  useEffect(() => head.current?.focus(), [])
  const isTold = entry === undefined && !wasRefused.current
  const mustRing = isMajor || wasRefused.current || (!isFit && !isTold)
  return (
    <main class={`page result ${isFit ? 'good' : 'wrong'}`}>
      <h1 ref={head} tabIndex={-1}>
        {!isFit ? 'Do not drive' : isTold && defects > 0 ? `Fit, ${counted(defects, 'defect')} reported to the office` : 'Fit'}
      </h1>
      <p>
        <Plate registration={plate.toUpperCase()} />
      </p>
      <div role="status">
        {isFit && isMajor && <p>A major defect: ring the office before you drive.</p>}
        {!isFit && isTold && <p>The office has been told.</p>}
        {isFit && defects > 0 && !isTold && !wasRefused.current && (
          <p>{counted(defects, 'defect')} saved. The office gets the report when there is a network.</p>
        )}
        {!isTold && wasRefused.current && <p>The office did not take it. Ring them.</p>}
        {!isFit && !isTold && !wasRefused.current && <p>The office is told as soon as there is network. Ring them.</p>}
      </div>
      {mustRing && me !== null && <Ring name="the office" phone={me.operator.phone} />}
      <button type="button" class="button quiet-button" onClick={() => go(tripRef === null ? '/' : `/trips/${tripRef}`)}>
        {tripRef === null ? 'Back' : 'Back to the trip'}
      </button>
    </main>
  )
}
