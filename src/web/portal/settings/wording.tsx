import { Button } from '@mantine/core'
import { useState } from 'react'
import { fillIn, wordingNames } from '../../../domain/wording.ts'
import { toNullIfEmpty } from '../../plain/words.ts'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField, TextField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useWording } from './settings.ts'
import './settings.css'

type Wording = Records['Wording']
type Message = Wording['messages'][number]
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

type Own = { readonly subject: string; readonly opening: string }

/**
 * The page of the message templates (`/portal/settings/wording`). A template cannot remove the required facts of a message.
 */
export function WordingSettings() {
  return (
    <>
      <PageHead title="Message templates" />
      <ReadStates query={useWording()}>{({ data }) => <WordingForm wording={data} />}</ReadStates>
    </>
  )
}

function WordingForm({ wording }: { readonly wording: Wording }) {
  const [open, setOpen] = useState<string | null>(null)
  const draft = useDraft('wording', {
    signOff: wording.sign_off ?? '',
    own: Object.fromEntries(
      wording.messages.map(({ fact, subject, opening }) => [fact, { subject: subject ?? '', opening: opening ?? '' }]),
    ) as Readonly<Record<string, Own>>,
  })
  const { values, set } = draft
  const ownOf = (fact: string): Own => values.own[fact] ?? { subject: '', opening: '' }
  const write = useWrite({
    send: (body: Records['WordingInput'], headers) => api.PUT('/portal/v1/wording', { body, headers }),
    refreshes: [['wording']],
    onDone: () => showNotice('Saved. New emails use these templates.'),
  })
  const worded = wording.messages.filter(({ fact }) => ownOf(fact).subject.trim() !== '' || ownOf(fact).opening.trim() !== '')
  const submit = () =>
    void write.run({
      sign_off: toNullIfEmpty(values.signOff),
      messages: worded.map(({ fact }) => ({
        fact,
        subject: toNullIfEmpty(ownOf(fact).subject),
        opening: toNullIfEmpty(ownOf(fact).opening),
      })),
    })
  return (
    <div className="settings-page">
      <PortalForm write={write} submit={submit} button="Save">
        <p>Set your own subject and opening for each customer email. Times, amounts and the link stay in the email.</p>
        <TextAreaField
          path="sign_off"
          label="Email signature"
          help="For example your name and office hours."
          value={values.signOff}
          onValue={(signOff) => set({ signOff })}
          most={500}
        />
        <p className="quiet">
          {wordingNames.map((name) => `{${name}}`).join(', ')} insert the customer’s name, your name and the trip reference.
        </p>
        <ul className="wordings">
          {wording.messages.map((message) => {
            const { fact } = message
            const at = worded.findIndex((one) => one.fact === fact)
            return (
              <li key={fact}>
                <div className="wording-head">
                  <span>
                    <strong>{factWords[fact]}</strong>
                    {at >= 0 && <span className="quiet"> · customised</span>}
                  </span>
                  <Button
                    variant="default"
                    size="xs"
                    aria-expanded={open === fact}
                    onClick={() => setOpen(open === fact ? null : fact)}
                  >
                    {open === fact ? 'Close' : 'Change'}
                    <span className="unseen"> {factWords[fact]}</span>
                  </Button>
                </div>
                {open === fact && (
                  <OneWording
                    message={message}
                    path={`messages.${at}`}
                    own={ownOf(fact)}
                    signOff={values.signOff}
                    onOwn={(own) => set({ own: { ...values.own, [fact]: own } })}
                  />
                )}
              </li>
            )
          })}
        </ul>
      </PortalForm>
    </div>
  )
}

type OneProps = {
  readonly message: Message
  readonly path: string
  readonly own: Own
  readonly signOff: string
  readonly onOwn: (own: Own) => void
}

function OneWording({ message: { usual }, path, own, signOff, onOwn }: OneProps) {
  const { operator } = useSession()
  const named = { customer: 'Jo Field', operator, ref: 'TR-7GQ2MX' }
  const filled = (text: string) => {
    const known = text.replace(/\{(?!(customer|operator|ref)\})/g, '(')
    return fillIn(known, named)
  }
  return (
    <div className="wording-one">
      <TextField
        path={`${path}.subject`}
        label="Subject"
        help={`Default: ${usual.subject}`}
        value={own.subject}
        onValue={(subject) => onOwn({ ...own, subject })}
        most={150}
      />
      <TextAreaField
        path={`${path}.opening`}
        label="Opening"
        value={own.opening}
        onValue={(opening) => onOwn({ ...own, opening })}
        most={1_000}
      />
      <figure className="wording-shown">
        <figcaption className="quiet">Preview with an example trip</figcaption>
        <p>
          <strong>{filled(own.subject) || usual.subject}</strong>
        </p>
        {own.opening.trim() !== '' && <p className="prose">{filled(own.opening)}</p>}
        {usual.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="quiet">The trip and its link follow.</p>
        {signOff.trim() !== '' && <p className="prose">{filled(signOff)}</p>}
      </figure>
    </div>
  )
}
