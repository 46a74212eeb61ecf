import { Button } from '@mantine/core'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useId, useMemo, useRef, useState } from 'react'
import { inNeedOfAttention } from '../../../domain/spoken.ts'
import { fieldWords } from '../../plain/refusal-words.ts'
import { useLostAt } from '../api/connection.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { StepActions } from '../api/refused.ts'
import type { KeptTexts } from './draft.ts'
import { type FaultsByPath, faultsIn, focusField } from './field-faults.ts'
import { WriteFailure } from './write-failure.tsx'

/**
 * The state that a form's fields share: its failure, what is wrong with them, a way to claim the path whose sentence a field shows, and
 * the texts that its draft keeps.
 */
type FormState = {
  readonly failure: ApiFailure | null
  readonly faults: FaultsByPath
  readonly claim: (path: string) => () => void
  readonly texts: KeptTexts | null
}

const noFaults: FaultsByPath = new Map()

const FormContext = createContext<FormState>({ failure: null, faults: noFaults, claim: () => () => undefined, texts: null })

/** The part of a `useWrite` that a form looks at. */
type Sending = { readonly isBusy: boolean; readonly failure: ApiFailure | null }

/**
 * A form with its one primary button, bottom right, over the whole width on phones; `Ctrl+Enter` sends it from anywhere in it.
 * A field that is missing or wrong says so under it, and a line at the button counts them; nothing is sent, and the first has the focus.
 * A 422 is shown in the same way; a fault without a field is above the button. Without a connection it cannot be sent.
 */
export function Form(props: {
  readonly write: Sending
  readonly submit: () => void
  /** Null where there is nothing to send. */
  readonly button: string | null
  /** Whether sending it is not what the screen is for. */
  readonly isQuiet?: boolean
  /** Quiet buttons before the primary one. */
  readonly others?: ReactNode
  /** Whether there is anything to send. A field that is missing is no reason: the form names it. */
  readonly isReady?: boolean
  /** The steps after a refusal that this page can take. */
  readonly actions?: StepActions
  /** Sentences about groups of inputs, such as ticks, by their paths; null where nothing is wrong. */
  readonly faults?: Readonly<Record<string, string | null>>
  /** The draft that also keeps texts which cannot be read yet. */
  readonly draft?: { readonly texts: KeptTexts }
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
    paths.has(path) ? [] : [fieldWords('office', path, sentences[0] ?? '') ?? sentences].flat(),
  )
  const [faults, setFaults] = useState(noFaults)
  const marked = new Set([...faults.keys(), ...refused.flatMap(([path]) => (paths.has(path) ? [path] : []))]).size
  const countId = useId()

  useEffect(() => {
    if (failure?.status === 422) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])

  // Stops naming a field once it is right, and names no other before the button is pressed again.
  useEffect(() => {
    if (faults.size === 0 || form.current === null) return
    const now = faultsIn(form.current, props.faults)
    const left = [...now].filter(([path]) => faults.has(path))
    if (left.length < faults.size) setFaults(new Map(left))
  })

  const submit = () => {
    if (isBusy || isOffline || props.button === null || form.current === null) return
    const found = faultsIn(form.current, props.faults)
    setFaults(found)
    const [first] = found.keys()
    if (first === undefined) props.submit()
    else focusField(form.current, first)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }

  const texts = props.draft?.texts ?? null
  const state = useMemo(() => ({ failure, faults, claim, texts }), [failure, faults, claim, texts])
  return (
    <FormContext value={state}>
      <form
        ref={form}
        className="form"
        onKeyDown={onKeyDown}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
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
          <p className="form-count" id={countId} role="alert">
            {inNeedOfAttention(marked, 'field')}
          </p>
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

/** The sentence about a wrong field: the form's own, else of a 422 from the table of refusals, else with its label. Null where it is right. */
export function useFieldError(path: string, label: string): string | null {
  const { failure, faults, claim } = useContext(FormContext)
  useEffect(() => claim(path), [claim, path])
  const fault = faults.get(path)
  if (fault !== undefined) return fault(label)
  const sentence = failure?.fields[path]?.[0]
  return sentence === undefined ? null : (fieldWords('office', path, sentence) ?? inWordsOf(label, path, sentence))
}

/** `The price_amount field must be at least 1.` → `Price must be at least 1.` */
function inWordsOf(label: string, path: string, sentence: string): string {
  return sentence.replace(`The ${path} field`, label).replace(`The selected ${path}`, label)
}

/**
 * The text of a field whose value is read out of what is typed, and a way to type. Where the text cannot be read, the draft of the form
 * keeps it, since it has no value to keep.
 */
export function useTypedText(path: string, initial: string): [string, (typed: string, isRead: boolean) => void] {
  const { texts } = useContext(FormContext)
  const [text, setText] = useState(() => texts?.find(path) ?? initial)
  const type = (typed: string, isRead: boolean) => {
    setText(typed)
    texts?.keep(path, isRead ? null : typed)
  }
  return [text, type]
}

/** The sentence about a group of inputs, under its legend. */
export function GroupError({ path, legend }: { readonly path: string; readonly legend: string }) {
  const error = useFieldError(path, legend)
  return error === null ? null : <p className="group-error">{error}</p>
}
