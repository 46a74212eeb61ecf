import { useState } from 'preact/hooks'
import { formatAttentionCount } from '../../domain/spoken.ts'
import { useSubmit } from './parts.tsx'

/** A field of a form by its element's id, whether its value is missing or wrong, and the sentence for the fault. */
export type FieldRule = readonly [id: string, isFaulty: boolean, says: string]

/** A form with its fields' faults. */
export type CheckedFields = ReturnType<typeof useCheckedForm>

/**
 * Submits a form without faults. Otherwise it names each faulty field, and moves the focus to the first one. `rules` are in the
 * order of the page.
 */
export function useCheckedForm(rules: readonly FieldRule[], work: () => Promise<void>) {
  const [isTried, setTried] = useState(false)
  const faults = new Map(rules.flatMap(([id, isFaulty, says]) => (isFaulty ? [[id, says] as const] : [])))
  const [first] = faults.keys()
  const onSubmit = useSubmit(async () => {
    setTried(first !== undefined)
    if (first === undefined) await work()
    else focusFieldById(first)
  })
  const saysOf = (id: string) => (isTried ? (faults.get(id) ?? null) : null)
  return {
    /** Disables the browser's own bubbles. */
    form: { noValidate: true, onSubmit },
    saysOf,
    field: (id: string) => ({ id, ...buildFaultyProps(id, saysOf(id)) }),
    count: isTried ? faults.size : 0,
  }
}

function buildFaultyProps(id: string, says: string | null) {
  return says === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-fault` }
}

function focusFieldById(id: string): void {
  const field = document.getElementById(id)
  const fold = field?.closest('details')
  if (fold) fold.open = true
  field?.focus()
}

type FaultProps = { readonly id: string; readonly says: string | null }

/** The sentence about a faulty field. `id` is the field's. */
export function DriverFieldFault({ id, says }: FaultProps) {
  if (says === null) return null
  return (
    <p id={`${id}-fault`} class="fault">
      {says}
    </p>
  )
}

/** The number of faulty fields, beside the button. */
export function DriverFaultCount({ count }: { readonly count: number }) {
  return <div role="status">{count > 0 && <p class="fault">{formatAttentionCount(count, 'field')}</p>}</div>
}
