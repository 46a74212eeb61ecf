import { Button } from '@mantine/core'
import { useState } from 'react'
import { fillIn, wordingNames } from '../../../domain/wording.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { ReadStates } from '../../office/parts/list-states.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { useWording } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

type Wording = Records['Wording']
type Message = Wording['messages'][number]

const wordingForm = createForm<Records['WordingInput']>(readLimits('WordingInput'))

/** Names of the message templates. */
const factWords: Readonly<Record<Message['fact'], string>> = {
  trip_entered: 'Request received',
  link_asked: 'New link',
  quotes_changed: 'Offers changed',
  request_rejected: 'Request declined',
  request_lapsed: 'Request expired',
  card_failed: 'Card payment failed',
  payment_page: 'Payment page',
  transfer_awaited: 'Awaiting bank transfer',
  booked: 'Booking confirmed',
  amendment_proposed: 'Change proposed',
  amendment_refused: 'Change request declined',
  amendment_withdrawn: 'Change withdrawn',
  amendment_lapsed: 'Change expired',
  amended: 'Booking changed',
  cancelled: 'Booking cancelled',
  balance_reminder: 'Balance due in a week',
  balance_due: 'Balance due',
  balance_overdue: 'Balance overdue',
  balance_declined: 'Card declined for the balance',
  extra_added: 'Extra added',
  refund_sent: 'Refund sent',
  late_payment: 'Late payment refunded',
  day_before: 'Day before the trip',
  on_the_way: 'Coach on the way',
  delayed: 'Coach delayed',
}

/**
 * The page of the message templates (`/portal/settings/wording`). A template cannot remove the required facts of a message.
 */
export function WordingSettings() {
  return (
    <>
      <PageHead title="Message templates" />
      <ReadStates query={useWording()}>{({ data }) => <WordingForm key={JSON.stringify(data)} wording={data} />}</ReadStates>
    </>
  )
}

function WordingForm({ wording }: { readonly wording: Wording }) {
  const [open, setOpen] = useState<string | null>(null)
  const draft = wordingForm.useDraft('wording', wording)
  const signOff = draft.values.sign_off ?? ''
  const messages = draft.values.messages ?? []
  const write = useWrite({
    send: (body: Records['WordingInput'], headers) => api.PUT('/portal/v1/wording', { body, headers }),
    refreshes: [['wording']],
    onDone: () => {
      draft.clear()
      showNotice('Saved. New emails use these templates.')
    },
  })
  const toggle = (fact: string) => {
    setOpen(open === fact ? null : fact)
    // A draft of an earlier version can lack a message.
    if (!messages.some((one) => one.fact === fact)) draft.set({ messages: [...messages, { fact }] })
  }
  return (
    <div className="settings-page">
      <SettingsForm write={write} draft={draft} initial={wording} submit={() => void write.run(draft.buildBody())}>
        <p>Set your own subject and opening for each customer email. Times, amounts and the link stay in the email.</p>
        <wordingForm.TextArea at="sign_off" label="Email signature" help="For example your name and office hours." />
        <p className="quiet">
          {wordingNames.map((name) => `{${name}}`).join(', ')} insert the customer’s name, your name and the trip reference.
        </p>
        <ul className="wordings">
          {wording.messages.map((message) => {
            const { fact } = message
            const at = messages.findIndex((one) => one.fact === fact)
            const { subject, opening } = messages[at] ?? {}
            return (
              <li key={fact}>
                <div className="wording-head">
                  <span>
                    <strong>{factWords[fact]}</strong>
                    {(subject?.trim() || opening?.trim()) && <span className="quiet"> · customised</span>}
                  </span>
                  <Button variant="default" size="xs" aria-expanded={open === fact} onClick={() => toggle(fact)}>
                    {open === fact ? 'Close' : 'Change'}
                    <span className="unseen"> {factWords[fact]}</span>
                  </Button>
                </div>
                {open === fact && (
                  <OneWording message={message} at={at} subject={subject ?? ''} opening={opening ?? ''} signOff={signOff} />
                )}
              </li>
            )
          })}
        </ul>
      </SettingsForm>
    </div>
  )
}

function OneWording(props: {
  readonly message: Message
  /** Place of the message in the draft. */
  readonly at: number
  readonly subject: string
  readonly opening: string
  readonly signOff: string
}) {
  const { at, subject, opening, signOff } = props
  const { usual } = props.message
  const { operator } = useSession()
  const named = { customer: 'Jo Field', operator, ref: 'TR-7GQ2MX' }
  const filled = (text: string) => {
    const known = text.replace(/\{(?!(customer|operator|ref)\})/g, '(')
    return fillIn(known, named)
  }
  return (
    <div className="wording-one">
      <wordingForm.Text at={`messages.${at}.subject`} label="Subject" help={`Default: ${usual.subject}`} />
      <wordingForm.TextArea at={`messages.${at}.opening`} label="Opening" />
      <figure className="wording-shown">
        <figcaption className="quiet">Preview with an example trip</figcaption>
        <p>
          <strong>{filled(subject) || usual.subject}</strong>
        </p>
        {opening.trim() !== '' && <p className="prose">{filled(opening)}</p>}
        {usual.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="quiet">The trip and its link follow.</p>
        {signOff.trim() !== '' && <p className="prose">{filled(signOff)}</p>}
      </figure>
    </div>
  )
}
