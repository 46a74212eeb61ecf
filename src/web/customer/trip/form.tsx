import { type ComponentChildren, cloneElement, createContext, type TargetedSubmitEvent, type VNode } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { formatAttentionCount } from '../../../domain/spoken.ts'

/** Sentences about faulty fields, by the ids of the fields. */
export type FieldFaults = Readonly<Record<string, string>>

/** Faults of the fields whose ids begin with `prefix`. */
export function placeFaults(prefix: string, faults: Readonly<Record<string, string | undefined>>): FieldFaults {
  return Object.fromEntries(Object.entries(faults).flatMap(([field, says]) => (says ? [[`${prefix}-${field}`, says]] : [])))
}

type Entry = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const none: FieldFaults = {}
const Faults = createContext(none)

type FormProps = {
  readonly id?: string
  readonly class?: string
  readonly send: (form: HTMLFormElement) => unknown
  /** Faults from the page or the server. */
  readonly faults?: FieldFaults
  readonly children: ComponentChildren
}

/** A form that names each missing or wrong field, without the browser's bubbles, and moves the focus to the first. */
export function CheckedForm({ send, faults: told = none, children, ...attributes }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState(none)
  const [tries, setTries] = useState(0)
  // A corrected field keeps the focus.
  useEffect(() => {
    if (tries > 0) focusFirstFault(form.current)
  }, [tries])
  useEffect(() => {
    if (Object.keys(told).length > 0) focusFirstFault(form.current)
  }, [told])
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const faults = listFormFaults(event.currentTarget)
    if (Object.keys(faults).length === 0) return send(event.currentTarget)
    setFound(faults)
    setTries(tries + 1)
  }
  // Clears the fault of a corrected field.
  const look = () => {
    if (form.current === null || found === none) return
    const now = listFormFaults(form.current)
    const left = Object.entries(now).filter(([id]) => id in found)
    setFound(left.length === 0 ? none : Object.fromEntries(left))
  }
  return (
    <Faults.Provider value={{ ...told, ...found }}>
      <form noValidate ref={form} onSubmit={submit} onInput={look} {...attributes}>
        {children}
      </form>
    </Faults.Provider>
  )
}

function focusFirstFault(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

function listFormFaults(form: HTMLFormElement): FieldFaults {
  const controls = [...form.elements].filter((one): one is Entry => 'validity' in one && one.id !== '')
  return Object.fromEntries(controls.filter((one) => !one.validity.valid).map((one) => [one.id, describeControlFault(one)]))
}

function describeControlFault({ validity, dataset, validationMessage }: Entry): string {
  if (validity.valueMissing || validity.patternMismatch) return dataset.missing ?? 'Fill in this field.'
  if (validity.typeMismatch) return 'Enter an email address, such as name@example.org.'
  return validationMessage
}

type FieldProps = {
  readonly id: string
  readonly label: string
  /** The sentence for an empty field. */
  readonly missing?: string
  readonly children: VNode<object>
}

/** A label, its control, and the sentence about a fault. */
export function Field({ label, ...control }: FieldProps) {
  return (
    <>
      <label for={control.id}>{label}</label>
      <Control {...control} />
      <TripFieldFault id={control.id} />
    </>
  )
}

/** A control of a form. */
export function Control({ id, missing, children }: Omit<FieldProps, 'label'>) {
  const isFaulty = useContext(Faults)[id] !== undefined
  const marks = isFaulty ? { 'aria-invalid': true, 'aria-describedby': `${id}-fault` } : {}
  return cloneElement(children, { id, ...(missing !== undefined && { 'data-missing': missing }), ...marks })
}

/** The sentence about a faulty field. */
export function TripFieldFault({ id }: { readonly id: string }) {
  const says = useContext(Faults)[id]
  return says === undefined ? null : (
    <p class="fault" id={`${id}-fault`} role="alert">
      {says}
    </p>
  )
}

/** The number of faulty fields, above the buttons of a form. */
export function TripFaultCount() {
  const count = Object.keys(useContext(Faults)).filter((id) => document.getElementById(id) !== null).length
  return count === 0 ? null : (
    <p class="fault" role="status">
      {formatAttentionCount(count, 'field')}
    </p>
  )
}
