import { type ComponentChildren, cloneElement, createContext, type TargetedSubmitEvent, type VNode } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { inNeedOfAttention } from '../../../domain/spoken.ts'

/** Sentences about faulty fields, by the ids of the fields. */
export type FieldFaults = Readonly<Record<string, string>>

/** Faults of the fields of a form whose ids begin with `prefix`. */
export function faultsAt(prefix: string, faults: Readonly<Record<string, string | undefined>>): FieldFaults {
  return Object.fromEntries(Object.entries(faults).flatMap(([field, says]) => (says ? [[`${prefix}-${field}`, says]] : [])))
}

type Entry = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const none: FieldFaults = {}
const Faults = createContext(none)

type FormProps = {
  readonly id?: string
  readonly class?: string
  readonly send: (form: HTMLFormElement) => unknown
  /** Faults that the page or the server found. */
  readonly faults?: FieldFaults
  readonly children: ComponentChildren
}

/** A form that names each field that is missing or wrong, without the browser's bubbles, and moves the focus to the first. */
export function Form({ send, faults: told = none, children, ...attributes }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState(none)
  const [tries, setTries] = useState(0)
  // Not when a field is corrected, because the focus is there.
  useEffect(() => {
    if (tries > 0) focusFirst(form.current)
  }, [tries])
  useEffect(() => {
    if (Object.keys(told).length > 0) focusFirst(form.current)
  }, [told])
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const faults = faultsIn(event.currentTarget)
    if (Object.keys(faults).length === 0) return send(event.currentTarget)
    setFound(faults)
    setTries(tries + 1)
  }
  // Stops naming a field once it is right.
  const look = () => {
    if (form.current === null || found === none) return
    const now = faultsIn(form.current)
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

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

function faultsIn(form: HTMLFormElement): FieldFaults {
  const controls = [...form.elements].filter((one): one is Entry => 'validity' in one && one.id !== '')
  return Object.fromEntries(controls.filter((one) => !one.validity.valid).map((one) => [one.id, faultOf(one)]))
}

function faultOf({ validity, dataset, validationMessage }: Entry): string {
  if (validity.valueMissing || validity.patternMismatch) return dataset.missing ?? 'Fill in this field.'
  if (validity.typeMismatch) return 'Enter an email address, such as name@example.org.'
  return validationMessage
}

type FieldProps = {
  readonly id: string
  readonly label: string
  /** The sentence if nothing is entered. */
  readonly missing?: string
  readonly children: VNode<object>
}

/** A label, its control, and the sentence about a fault. */
export function Field({ label, ...control }: FieldProps) {
  return (
    <>
      <label for={control.id}>{label}</label>
      <Control {...control} />
      <Fault id={control.id} />
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
export function Fault({ id }: { readonly id: string }) {
  const says = useContext(Faults)[id]
  return says === undefined ? null : (
    <p class="fault" id={`${id}-fault`} role="alert">
      {says}
    </p>
  )
}

/** The number of faulty fields, above the buttons of a form. */
export function FaultCount() {
  const count = Object.keys(useContext(Faults)).filter((id) => document.getElementById(id) !== null).length
  return count === 0 ? null : (
    <p class="fault" role="status">
      {inNeedOfAttention(count, 'field')}
    </p>
  )
}
