import { Button } from '@mantine/core'
import { useState } from 'react'
import { fillIn, wordingNames } from '../../../domain/wording.ts'
import { orNull } from '../../plain/words.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField, TextField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useWording } from './settings.ts'
import './settings.css'

type Wording = Records['Wording']
type Message = Wording['messages'][number]
/** Names of what happened, in a list of mails. */
const factWords: Readonly<Record<Message['fact'], string>> = {
  trip_entered: 'We have your trip',
  link_asked: 'A new link',
  quotes_changed: 'Offers came, changed or went',
  request_rejected: 'A request is turned down',
  request_lapsed: 'Nobody answered a request',
  card_failed: 'A card did not pay',
  payment_page: 'Where to pay by card',
  transfer_awaited: 'A transfer is awaited',
  booked: 'Booked',
  amendment_proposed: 'You propose a change',
  amendment_refused: 'You cannot make the change',
  amendment_withdrawn: 'You take a change back',
  amendment_lapsed: 'A change was not answered',
  amended: 'Changed',
  cancelled: 'Called off',
  balance_reminder: 'The rest is due in a week',
  balance_due: 'The rest is due',
  balance_overdue: 'The rest is overdue',
  balance_declined: 'The card was declined for the rest',
  extra_added: 'Something to pay besides',
  refund_sent: 'Money has gone back',
  late_payment: 'Money came too late',
  day_before: 'The day before',
  on_the_way: 'The coach is on the way',
  delayed: 'The coach is late',
}

type Own = { readonly subject: string; readonly opening: string }

/**
 * The page of the words in which customers are told (`/portal/settings/wording`). What has to be told stands in each
 * mail all the same.
 */
export function WordingSettings() {
  return (
    <>
      <PageHead title="Wording" />
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
    onDone: () => say('Saved. The next mails say so.'),
  })
  const worded = wording.messages.filter(({ fact }) => ownOf(fact).subject.trim() !== '' || ownOf(fact).opening.trim() !== '')
  const submit = () =>
    void write.run({
      sign_off: orNull(values.signOff),
      messages: worded.map(({ fact }) => ({
        fact,
        subject: orNull(ownOf(fact).subject),
        opening: orNull(ownOf(fact).opening),
      })),
    })
  return (
    <div className="settings-page">
      <Form write={write} submit={submit} button="Save">
        <p>A subject and a beginning of your own for each mail to a customer. Times, amounts and the link stay in it.</p>
        <TextAreaField
          path="sign_off"
          label="Below every mail"
          help="Such as your name and when the office is open."
          value={values.signOff}
          onValue={(signOff) => set({ signOff })}
          most={500}
        />
        <p className="quiet">
          {wordingNames.map((name) => `{${name}}`).join(', ')} stand for the customer’s name, yours and the reference of the trip.
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
                    {at >= 0 && <span className="quiet"> · in your words</span>}
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
      </Form>
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
        help={`Else: ${usual.subject}`}
        value={own.subject}
        onValue={(subject) => onOwn({ ...own, subject })}
        most={150}
      />
      <TextAreaField
        path={`${path}.opening`}
        label="Above what it tells"
        value={own.opening}
        onValue={(opening) => onOwn({ ...own, opening })}
        most={1_000}
      />
      <figure className="wording-shown">
        <figcaption className="quiet">As they read it, with a made-up trip</figcaption>
        <p>
          <strong>{filled(own.subject) || usual.subject}</strong>
        </p>
        {own.opening.trim() !== '' && <p className="prose">{filled(own.opening)}</p>}
        {usual.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="quiet">Then the trip, and the link to it.</p>
        {signOff.trim() !== '' && <p className="prose">{filled(signOff)}</p>}
      </figure>
    </div>
  )
}
