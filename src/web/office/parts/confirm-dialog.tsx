import { Button, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useContext, useState } from 'react'
import { useLostAt } from '../api/connection.ts'
import type { ApiFailure } from '../api/failure.ts'
import type { StepActions } from '../api/refused.ts'
import { FormContext, type FormDraft } from '../form/form.tsx'
import { WriteFailure } from '../form/write-failure.tsx'

/**
 * A dialog that confirms an action without an Undo. `children` name the consequence in figures (“£128.00 is charged to the saved
 * card”). With `typed` the user must type this text first, such as the reference of a cancelled booking.
 */
export function ConfirmDialog(props: {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly button: string
  readonly isDangerous?: boolean
  readonly typed?: string
  readonly confirm: () => void
  readonly isBusy?: boolean
  readonly failure?: ApiFailure | null
  readonly actions?: StepActions
  /** The draft of bound fields in `children`. */
  readonly draft?: FormDraft
  readonly children: ReactNode
}) {
  const [text, setText] = useState('')
  const isOffline = useLostAt() !== null
  const form = useContext(FormContext)
  const isRefused = props.typed !== undefined && text.trim().toUpperCase() !== props.typed.toUpperCase()
  return (
    <Modal opened={props.isOpen} onClose={props.close} title={props.title} centered>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isRefused) props.confirm()
        }}
      >
        <FormContext value={{ ...form, draft: props.draft ?? null }}>
          <div className="prose">{props.children}</div>
        </FormContext>
        {props.typed !== undefined && (
          <TextInput
            label={`Type ${props.typed} to continue`}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <WriteFailure
          failure={props.failure ?? null}
          rest={Object.values(props.failure?.fields ?? {}).flat()}
          retry={props.confirm}
          {...(props.actions !== undefined && { actions: props.actions })}
        />
        <div className="form-buttons">
          <Button variant="default" onClick={props.close}>
            Back
          </Button>
          <Button
            type="submit"
            {...(props.isDangerous && { color: 'red.9' })}
            loading={props.isBusy ?? false}
            disabled={isRefused || isOffline}
          >
            {props.button}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
