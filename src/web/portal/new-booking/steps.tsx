import { Button } from '@mantine/core'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { FormContext } from '../../office/form/form.tsx'
import { usePhone } from '../../office/parts/phone.ts'

/** A part of the form. `isBeside` puts it into the right column, where its cards have headings of their own. */
export type FormStep = { readonly title: string; readonly isBeside?: boolean; readonly fields: ReactNode }

/** The parts of a form. On a phone one part is open at a time, a button leads to the next one, and a fault opens its part. */
export function Steps({ steps }: { readonly steps: readonly FormStep[] }) {
  const frame = useRef<HTMLDivElement>(null)
  const isPhone = usePhone()
  const [open, setOpen] = useState(0)
  useFaultyStep(frame.current, setOpen)
  const next = steps[open + 1]
  return (
    <div className="new-steps" ref={frame}>
      {steps.map(({ title, isBeside = false, fields }, nth) => (
        <section key={title} className={isBeside ? 'new-side' : 'new-part'} data-step={nth}>
          {isPhone ? (
            <h2>
              <button type="button" className="plain-button" aria-expanded={nth === open} onClick={() => setOpen(nth)}>
                {nth + 1}. {title}
              </button>
            </h2>
          ) : (
            !isBeside && <h2>{title}</h2>
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a window that becomes narrow shows the part with the focus */}
          <div hidden={isPhone && nth !== open} onFocus={() => setOpen(nth)}>
            {fields}
          </div>
        </section>
      ))}
      {isPhone && next !== undefined && (
        <div className="new-next">
          <Button onClick={() => setOpen(open + 1)}>Next: {next.title}</Button>
        </div>
      )}
    </div>
  )
}

/** A React hook that opens the part with the first new fault of the form, and focuses its field. */
function useFaultyStep(frame: HTMLElement | null, open: (step: number) => void): void {
  const { faults, failure } = useContext(FormContext)
  const [path] = [...faults.keys(), ...Object.keys(failure?.fields ?? {})]
  const [sought, setSought] = useState<HTMLElement | null>(null)
  const marked = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a try to send the form
  useEffect(() => {
    // A corrected field leaves fewer faults, and stays open.
    const isCorrected = failure === null && faults.size < marked.current
    marked.current = faults.size
    if (isCorrected) return
    const field = path === undefined ? null : frame?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
    const step = field?.closest<HTMLElement>('[data-step]')?.dataset.step
    if (field == null || step === undefined || field.checkVisibility()) return
    open(Number(step))
    setSought(field)
  }, [faults, failure])
  useEffect(() => {
    if (sought === null) return
    const control = sought.matches('input, textarea') ? sought : sought.querySelector<HTMLElement>('input, textarea, button')
    control?.focus()
    setSought(null)
  }, [sought])
}
