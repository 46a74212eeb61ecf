import { describeFieldFaults } from '../../plain/refusal-words.ts'

/** Makes the sentence about a faulty field from its label. */
type FieldFault = (label: string) => string

/** The faults of a form's fields by path, in page order. */
export type FaultsByPath = ReadonlyMap<string, FieldFault>

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * The faults of the fields in `form`. An element with `data-path` is a field: one input, or a group of inputs. `named` holds
 * faults of groups that browsers do not check, such as ticks.
 */
export function listFaultsByPath(form: HTMLFormElement, named: Readonly<Record<string, string | null>> = {}): FaultsByPath {
  const faults = new Map<string, FieldFault>()
  for (const field of form.querySelectorAll<HTMLElement>('[data-path]')) {
    const path = field.dataset.path ?? ''
    const sentence = named[path] ?? null
    const fault = sentence === null ? findFieldFault(field) : () => sentence
    if (fault !== null && !faults.has(path)) faults.set(path, fault)
  }
  return faults
}

function findFieldFault(field: HTMLElement): FieldFault | null {
  const controls = field.matches('input, textarea, select')
    ? [field as Control]
    : [...field.querySelectorAll<Control>('input, textarea, select')]
  for (const control of controls) {
    const fault = findControlFault(control, field.dataset)
    if (fault !== null) return fault
  }
  return null
}

/** Checks a field. Includes Mantine's selects: browsers do not check them, because they are read-only. */
function findControlFault(control: Control, { path = '', missing }: DOMStringMap): FieldFault | null {
  const { type, validity, validationMessage } = control
  if (control.disabled || type === 'hidden') return null
  if (isRequiredMissing(control)) {
    return (label) => describeFieldFaults('office', path, 'is required') ?? missing ?? describeMissing(label, type)
  }
  if (validity.valid) return null
  if (validity.customError) return () => validationMessage
  const { min = '', max = '' } = control as Partial<HTMLInputElement>
  if (validity.rangeUnderflow) {
    const fault = `must be at least ${min}.`
    return (label) => describeFieldFaults('office', path, fault) ?? `${label} ${fault}`
  }
  if (validity.rangeOverflow) return (label) => `${label} must be at most ${max}.`
  if (validity.tooShort) return (label) => `${label} must have at least ${(control as HTMLInputElement).minLength} characters.`
  if (validity.typeMismatch && type === 'email') return () => 'Enter an email address like name@example.com.'
  return (label) => `${label} is not complete.`
}

function isRequiredMissing(control: Control): boolean {
  if (!control.required) return false
  if (control.type === 'radio') return !listRadioGroup(control).some((radio) => radio.checked)
  if (control.type === 'checkbox') return !(control as HTMLInputElement).checked
  return control.value.trim() === '' && !control.validity.badInput
}

function listRadioGroup({ form, name }: Control): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>(`input[type="radio"][name="${CSS.escape(name)}"]`) ?? [])]
}

function describeMissing(label: string, type: string): string {
  if (type === 'radio') return 'Choose one.'
  return label.endsWith('?') ? 'Fill in this field.' : `${label} is required.`
}

/** Focuses the field of this path, and opens the folded section around it. */
export function focusFieldByPath(form: HTMLFormElement, path: string): void {
  const field = form.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
  const control = field?.matches('input, textarea, select')
    ? field
    : (field?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select') ?? field?.querySelector('button'))
  for (let folded = control?.closest('details'); folded; folded = folded.parentElement?.closest('details')) folded.open = true
  control?.focus()
}
