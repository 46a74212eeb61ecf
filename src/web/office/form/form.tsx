import { Button, Input } from '@mantine/core'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useMemo, useRef, useState } from 'react'
import { formatAttentionCount } from '../../../domain/spoken.ts'
import { describeFieldFaults } from '../../plain/refusal-words.ts'
import { useLostAt } from '../api/connection.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { StepActions } from '../api/refused.ts'
import type { TypedDraft } from './draft.ts'
import { type FaultsByPath, focusFieldByPath, listFaultsByPath } from './field-faults.ts'
import { WriteFailure } from './write-failure.tsx'

/**
 * The shared state of a form's fields: the failure, the faults, a function to claim the path of an error, and the draft.
 */
type FormState = {
  readonly failure: ApiFailure | null
  readonly faults: FaultsByPath
  readonly claim: (path: string) => () => void
  readonly draft: FormDraft | null
}

/** The part of a draft that a form uses. Its fields change the values by path. */
export type FormDraft = Pick<TypedDraft<object>, 'values' | 'setAt' | 'texts'>

const noFaults: FaultsByPath = new Map()

/** The state of the form around a field. */
export const FormContext = createContext<FormState>({
  failure: null,
  faults: noFaults,
  claim: () => () => undefined,
  draft: null,
})

/** The part of a `useWrite` that a form uses. */
type Sending = { readonly isBusy: boolean; readonly failure: ApiFailure | null }

/**
 * A form with one primary button at the bottom right. `Ctrl+Enter` sends it from any field. Each faulty field shows its error,
 * a line at the button counts them, and the first one gets the focus. A 422 is shown the same way; errors without a field are
 * above the button. Offline the button is disabled.
 */
export function OfficeForm(props: {
  readonly write: Sending
  /** Sends the form. `intent` is the value of the pressed button, if it has one. */
  readonly submit: (intent: string | null) => void
  /** Label of the button. Null for a form without one. */
  readonly button: string | null
  /** Whether the button is not the primary action of the screen. */
  readonly isQuiet?: boolean
  /** Quiet buttons before the primary one. */
  readonly others?: ReactNode
  /** Whether the form has anything to send. A missing field does not count: the form shows its error. */
  readonly isReady?: boolean
  /** The steps after a refusal that this page can take. */
  readonly actions?: StepActions
  /** Errors of groups of inputs, such as ticks, by path. Null without an error. */
  readonly faults?: Readonly<Record<string, string | null>>
  /** The draft of bound fields, which also keeps unreadable texts. */
  readonly draft?: FormDraft
  /** Whether Enter in a field moves to the next field. */
  readonly isEnterNext?: boolean
  readonly children: ReactNode
}) {
  const { failure, isBusy } = props.write
  const form = useRef<HTMLFormElement>(null)
  const isOffline = useLostAt() !== null
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set())
  const [claim] = useState(() => (path: string) => {
    setPaths((before) => new Set(before).add(path))
    return () => setPaths((before) => new Set([...before].filter((one) => one !== path)))
  })
  const refused = Object.entries(failure?.fields ?? {})
  const rest = refused.flatMap(([path, sentences]) =>
    paths.has(path) ? [] : [describeFieldFaults('office', path, sentences[0] ?? '') ?? sentences].flat(),
  )
  const [faults, setFaults] = useState(noFaults)
  const marked = new Set([...faults.keys(), ...refused.flatMap(([path]) => (paths.has(path) ? [path] : []))]).size
  const countId = useId()

  useEffect(() => {
    if (failure?.status === 422) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])

  // A corrected field loses its error. New errors show only after the next press of the button.
  useEffect(() => {
    if (faults.size === 0 || form.current === null) return
    const now = listFaultsByPath(form.current, props.faults)
    const left = [...now].filter(([path]) => faults.has(path))
    if (left.length < faults.size) setFaults(new Map(left))
  })

  const submit = (intent: string | null) => {
    if (isBusy || isOffline || props.button === null || form.current === null) return
    const found = listFaultsByPath(form.current, props.faults)
    setFaults(found)
    const [first] = found.keys()
    if (first === undefined) props.submit(intent)
    else focusFieldByPath(form.current, first)
  }

  const draft = props.draft ?? null
  const state = useMemo(() => ({ failure, faults, claim, draft }), [failure, faults, claim, draft])
  return (
    <FormContext value={state}>
      <form
        ref={form}
        className="form"
        onKeyDown={(event) => handleFormKey(event, props.isEnterNext ?? false)}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit(findIntent(event.nativeEvent as SubmitEvent))
        }}
      >
        {props.children}
        <WriteFailure
          failure={failure}
          rest={rest}
          retry={() => form.current?.requestSubmit()}
          {...(props.actions !== undefined && { actions: props.actions })}
        />
        {marked > 0 && (
          <Input.Error ta="end" size="md" id={countId} role="alert">
            {formatAttentionCount(marked, 'field')}
          </Input.Error>
        )}
        <div className="form-buttons">
          {props.others}
          {props.button !== null && (
            <Button
              type="submit"
              {...(props.isQuiet && { variant: 'default' })}
              loading={isBusy}
              disabled={isOffline || props.isReady === false}
              {...(marked > 0 && { 'aria-describedby': countId })}
            >
              {props.button}
            </Button>
          )}
        </div>
      </form>
    </FormContext>
  )
}

/** The value of the button that sends a form; null without one. */
function findIntent({ submitter }: SubmitEvent): string | null {
  return submitter instanceof HTMLButtonElement && submitter.value !== '' ? submitter.value : null
}

function handleFormKey(event: KeyboardEvent<HTMLFormElement>, isEnterNext: boolean): void {
  if (event.key !== 'Enter' || event.defaultPrevented) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  } else if (isEnterNext && event.target instanceof HTMLInputElement) {
    event.preventDefault()
    focusNextField(event.currentTarget, event.target)
  }
}

/** Focuses the visible field after another one; after the last field, the button that sends the form. */
function focusNextField(form: HTMLFormElement, field: HTMLInputElement): void {
  const all = [...form.querySelectorAll<HTMLElement>('input:not([type="hidden"]), textarea, [type="submit"]:last-of-type')]
  const isFree = (one: HTMLElement) => !(one as HTMLInputElement).disabled && one.checkVisibility()
  const next = all.slice(all.indexOf(field) + 1).find(isFree)
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}

/** A React hook that returns the error of a field: the form's own, else from the table of refusals, else from the 422. */
export function useFieldError(path: string, label: string): string | null {
  const { failure, faults, claim } = useContext(FormContext)
  useEffect(() => claim(path), [claim, path])
  const fault = faults.get(path)
  if (fault !== undefined) return fault(label)
  const sentence = failure?.fields[path]?.[0]
  return sentence === undefined
    ? null
    : (describeFieldFaults('office', path, sentence) ?? nameFieldInSentence(label, path, sentence))
}

/** `The price_amount field must be at least 1.` → `Price must be at least 1.` */
function nameFieldInSentence(label: string, path: string, sentence: string): string {
  return sentence.replace(`The ${path} field`, label).replace(`The selected ${path}`, label)
}

/**
 * A React hook that returns the text of a field with a parsed value, and a function to change it. The form's draft keeps an
 * unreadable text, because the field has no value then.
 */
export function useTypedText(path: string, initial: string): [string, (typed: string, isRead: boolean) => void] {
  const { draft } = useContext(FormContext)
  const texts = draft?.texts
  const [text, setText] = useState(() => texts?.find(path) ?? initial)
  const type = (typed: string, isRead: boolean) => {
    setText(typed)
    texts?.keep(path, isRead ? null : typed)
  }
  return [text, type]
}

/** The error of a group of inputs, under its legend. */
export function GroupError({ path, legend }: { readonly path: string; readonly legend: string }) {
  const error = useFieldError(path, legend)
  return error === null ? null : <Input.Error size="md">{error}</Input.Error>
}
