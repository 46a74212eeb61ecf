import { fieldWords } from '../../plain/refusal-words.ts'

/** The sentence about a wrong field, made of the field's label. */
type FieldFault = (label: string) => string

/** The faults of a form's fields by their paths, in the order in which the fields are on the page. */
export type FaultsByPath = ReadonlyMap<string, FieldFault>

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * The faults of the fields that `form` shows. A field is what has a `data-path`: one input, or a group of them. `named` are
 * faults of groups that browsers do not check, such as ticks.
 */
export function faultsIn(form: HTMLFormElement, named: Readonly<Record<string, string | null>> = {}): FaultsByPath {
  const faults = new Map<string, FieldFault>()
  for (const field of form.querySelectorAll<HTMLElement>('[data-path]')) {
    const path = field.dataset.path ?? ''
    const sentence = named[path] ?? null
    const fault = sentence === null ? faultOf(field) : () => sentence
    if (fault !== null && !faults.has(path)) faults.set(path, fault)
  }
  return faults
}

function faultOf(field: HTMLElement): FieldFault | null {
  const controls = field.matches('input, textarea, select')
    ? [field as Control]
    : [...field.querySelectorAll<Control>('input, textarea, select')]
  for (const control of controls) {
    const fault = faultOfControl(control, field.dataset)
    if (fault !== null) return fault
  }
  return null
}

/** Checks a select of Mantine too: it is read-only, so that browsers do not check it. */
function faultOfControl(control: Control, { path = '', missing }: DOMStringMap): FieldFault | null {
  const { type, validity, validationMessage } = control
  if (control.disabled || type === 'hidden') return null
  if (isMissing(control)) {
    return (label) => fieldWords('office', path, 'is required') ?? missing ?? missingSaid(label, type)
  }
  if (validity.valid) return null
  if (validity.customError) return () => validationMessage
  const { min = '', max = '' } = control as Partial<HTMLInputElement>
  if (validity.rangeUnderflow) {
    const fault = `must be at least ${min}.`
    return (label) => fieldWords('office', path, fault) ?? `${label} ${fault}`
  }
  if (validity.rangeOverflow) return (label) => `${label} must be at most ${max}.`
  if (validity.tooShort) return (label) => `${label} must have at least ${(control as HTMLInputElement).minLength} characters.`
  if (validity.typeMismatch && type === 'email') return () => 'Enter an email address like name@example.com.'
  return (label) => `${label} is not complete.`
}

function isMissing(control: Control): boolean {
  if (!control.required) return false
  if (control.type === 'radio') return !groupOf(control).some((radio) => radio.checked)
  if (control.type === 'checkbox') return !(control as HTMLInputElement).checked
  return control.value.trim() === '' && !control.validity.badInput
}

function groupOf({ form, name }: Control): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>(`input[type="radio"][name="${CSS.escape(name)}"]`) ?? [])]
}

function missingSaid(label: string, type: string): string {
  if (type === 'radio') return 'Choose one.'
  return label.endsWith('?') ? 'Fill in this field.' : `${label} is required.`
}

/** Focuses the field of this path, opening what it is folded into. */
export function focusField(form: HTMLFormElement, path: string): void {
  const field = form.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
  const control = field?.matches('input, textarea, select')
    ? field
    : field?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select')
  for (let folded = control?.closest('details'); folded; folded = folded.parentElement?.closest('details')) folded.open = true
  control?.focus()
}
