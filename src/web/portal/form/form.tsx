import { Button } from '@mantine/core'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { fieldWords } from '../../plain/refusal-words.ts'
import { useLostAt } from '../api/connection.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { StepActions } from '../api/refused.ts'
import { WriteFailure } from './write-failure.tsx'

/** The state that a form's fields share: its failure, and a way to claim the path whose sentence a field shows. */
type FormState = {
  readonly failure: ApiFailure | null
  readonly claim: (path: string) => () => void
}

const FormContext = createContext<FormState>({ failure: null, claim: () => () => undefined })

/** The part of a `useWrite` that a form looks at. */
type Sending = { readonly isBusy: boolean; readonly failure: ApiFailure | null }

/**
 * A form with its one primary button, bottom right, over the whole width on phones; `Ctrl+Enter` sends it from anywhere in it.
 * A 422 stands under the fields of its paths, with the focus on the first; what has no field stands above the button. Without a
 * connection it cannot be sent.
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
  readonly isReady?: boolean
  /** The steps after a refusal that this page can take. */
  readonly actions?: StepActions
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
  const rest = Object.entries(failure?.fields ?? {}).flatMap(([path, sentences]) =>
    paths.has(path) ? [] : [fieldWords('office', path, sentences[0] ?? '') ?? sentences].flat(),
  )

  useEffect(() => {
    if (failure?.status === 422) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }

  const state = useMemo(() => ({ failure, claim }), [failure, claim])
  return (
    <FormContext value={state}>
      <form
        ref={form}
        className="form"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && !isOffline && props.button !== null) props.submit()
        }}
      >
        {props.children}
        <WriteFailure
          failure={failure}
          rest={rest}
          retry={() => form.current?.requestSubmit()}
          {...(props.actions !== undefined && { actions: props.actions })}
        />
        <div className="form-buttons">
          {props.others}
          {props.button !== null && (
            <Button
              type="submit"
              {...(props.isQuiet && { variant: 'default' })}
              loading={isBusy}
              disabled={isOffline || props.isReady === false}
            >
              {props.button}
            </Button>
          )}
        </div>
      </form>
    </FormContext>
  )
}

/** The sentence of a 422 about a field, from the table of refusals or in the words of its label; null where there is none. */
export function useFieldError(path: string, label: string): string | null {
  const { failure, claim } = useContext(FormContext)
  useEffect(() => claim(path), [claim, path])
  const sentence = failure?.fields[path]?.[0]
  return sentence === undefined ? null : (fieldWords('office', path, sentence) ?? inWordsOf(label, path, sentence))
}

/** `The price_amount field must be at least 1.` → `Price must be at least 1.` */
function inWordsOf(label: string, path: string, sentence: string): string {
  return sentence.replace(`The ${path} field`, label).replace(`The selected ${path}`, label)
}
