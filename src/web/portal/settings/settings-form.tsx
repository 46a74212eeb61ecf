import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiFailure } from '../../office/api/failure.ts'
import { type FormDraft, OfficeForm } from '../../office/form/form.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import './settings.css'

/** The text of some values, equal for an empty field and one without a value. */
function textOf(values: object): string {
  return JSON.stringify(values, (_, value) => (value === '' || value === null ? undefined : value))
}

/**
 * A form of settings. Once something has changed, a bar at the bottom has the buttons to save and to discard, and leaving the page asks.
 */
export function SettingsForm(props: {
  readonly draft: FormDraft & { readonly clear: () => void }
  /** The saved values. */
  readonly initial: object
  readonly write: { readonly isBusy: boolean; readonly failure: ApiFailure | null }
  readonly submit: () => void
  readonly button?: string
  /** Quiet buttons, also without a change. */
  readonly others?: ReactNode
  readonly children: ReactNode
}) {
  const { draft, initial, write, submit, button = 'Save', others } = props
  const { isBusy, failure } = write
  const [round, setRound] = useState(0)
  const [saved, setSaved] = useState('')
  const sent = useRef('')
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy && failure === null) setSaved(sent.current)
    wasBusy.current = isBusy
  }, [isBusy, failure])
  const text = textOf(draft.values)
  const isChanged = text !== saved && text !== textOf(initial)
  const discard = () => {
    draft.clear()
    setRound(round + 1)
  }
  return (
    <div className="settings-form" data-changed={isChanged || undefined}>
      <OfficeForm
        key={round}
        write={write}
        draft={draft}
        submit={() => {
          sent.current = text
          submit()
        }}
        button={isChanged ? button : null}
        others={
          <>
            {others}
            <span role="status">{isChanged && 'Unsaved changes'}</span>
            {isChanged && (
              <Button variant="default" onClick={discard}>
                Discard
              </Button>
            )}
          </>
        }
      >
        {props.children}
      </OfficeForm>
      <LeaveGuard isOn={isChanged} />
    </div>
  )
}
