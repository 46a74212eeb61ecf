import { useEffect, useRef } from 'preact/hooks'
import { formatCount } from '../../domain/spoken.ts'
import { goToPage, useApp } from './app.ts'
import { CallButton, DrivenPlate } from './parts.tsx'

/** The outcome of a vehicle check. */
export type CheckedCoach = {
  readonly plate: string
  readonly isFit: boolean
  readonly isMajor: boolean
  readonly defects: number
  readonly tripRef: string | null
  /** Instant (ms) from which the outbox contains its entry. */
  readonly at: number
}

/** The full-screen result of a vehicle check, and whether the office has it. */
export function CheckResult({ result: { plate, isFit, isMajor, defects, tripRef, at } }: { readonly result: CheckedCoach }) {
  const { box, me } = useApp()
  const head = useRef<HTMLHeadingElement>(null)
  /** Whether the report was refused, also after its entry is removed. */
  const wasRefused = useRef(false)
  const entry = box.find((one) => one.path === '/vehicle-checks' && one.at >= at)
  if (typeof entry?.refusal === 'string') wasRefused.current = true
  useEffect(() => head.current?.focus(), [])
  const isTold = entry === undefined && !wasRefused.current
  const mustRing = isMajor || wasRefused.current || (!isFit && !isTold)
  return (
    <main class={`page result ${isFit ? 'good' : 'wrong'}`}>
      <h1 ref={head} tabIndex={-1}>
        {!isFit
          ? 'Do not drive'
          : isTold && defects > 0
            ? `Safe to drive, ${formatCount(defects, 'defect')} reported to the office`
            : 'Safe to drive'}
      </h1>
      <p>
        <DrivenPlate registration={plate.toUpperCase()} />
      </p>
      <div role="status">
        {isFit && isMajor && <p>Major defect: call the office before you drive.</p>}
        {!isFit && isTold && <p>The office has your report.</p>}
        {isFit && defects > 0 && !isTold && !wasRefused.current && (
          <p>{formatCount(defects, 'defect')} saved. The office gets the report when this phone has a connection.</p>
        )}
        {!isTold && wasRefused.current && <p>The office refused the report. Call the office.</p>}
        {!isFit && !isTold && !wasRefused.current && <p>The report waits for a connection. Call the office.</p>}
      </div>
      {mustRing && me !== null && <CallButton name="the office" phone={me.operator.phone} />}
      <button type="button" class="button quiet-button" onClick={() => goToPage(tripRef === null ? '/' : `/trips/${tripRef}`)}>
        {tripRef === null ? 'Back' : 'Back to job'}
      </button>
    </main>
  )
}
