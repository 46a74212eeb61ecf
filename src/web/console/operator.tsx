import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { daysLater, todayIn } from '../plain/moment.ts'
import { perCentFrom, typedPerCent } from '../plain/per-cent.ts'
import { answerOf, api, type Records } from '../portal/api/client.ts'
import { say } from '../portal/api/news.ts'
import { useWrite } from '../portal/api/write.ts'
import { useDraft } from '../portal/form/draft.ts'
import { TextField } from '../portal/form/fields.tsx'
import { Form } from '../portal/form/form.tsx'
import { RadioCards } from '../portal/form/radio-cards.tsx'
import { Facts } from '../portal/parts/facts.tsx'
import { ReadStates } from '../portal/parts/list-states.tsx'
import { Moment } from '../portal/parts/moment.tsx'
import { useNow } from '../portal/parts/now.ts'
import { PageHead } from '../portal/parts/page-head.tsx'
import { Figure, spokenMinutes } from './numbers.tsx'
import type { MarketOperator } from './reads.ts'

/** One operator and the terms they drive on (`/console/operators/OP-…`). */
export function OperatorDetail() {
  const { ref = '' } = useParams()
  const query = useQuery({
    queryKey: ['operators', ref],
    queryFn: ({ signal }) => answerOf(api.GET('/platform/v1/operators/{ref}', { params: { path: { ref } }, signal })),
  })
  return (
    <ReadStates query={query}>
      {({ data }) => (
        <>
          <TermsForm key={data.operator_ref} operator={data} />
          <QuoteFigures operator={data} />
        </>
      )}
    </ReadStates>
  )
}

const windowDays = 90

/** How often they win, and how soon they quote, over the last 90 days. */
function QuoteFigures({ operator: { operator_ref: ref, timezone } }: { readonly operator: MarketOperator }) {
  const to = todayIn(timezone, useNow(60_000))
  const from = daysLater(to, -windowDays)
  const query = useQuery({
    queryKey: ['operators', ref, 'summary', from, to],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/platform/v1/operators/{ref}/summary', { params: { path: { ref }, query: { from, to } }, signal })),
  })
  return (
    <section aria-labelledby="quotes-of-operator">
      <h2 id="quotes-of-operator">Their quotes of the last {windowDays} days</h2>
      <ReadStates query={query}>
        {({ data }) => (
          <dl className="console-figures">
            <Figure name="Sent" value={data.sent} />
            <Figure name="Booked" value={data.booked} />
            <Figure name="Won" value={data.win_rate_bps === null ? '–' : `${Math.round(data.win_rate_bps / 100)} of 100`} />
            <Figure name="Quoted within, usually" value={spokenMinutes(data.response_minutes.p50)} />
            <Figure name="Within, nine of ten" value={spokenMinutes(data.response_minutes.p90)} />
          </dl>
        )}
      </ReadStates>
    </section>
  )
}

function TermsForm({ operator }: { readonly operator: MarketOperator }) {
  const ref = operator.operator_ref
  const draft = useDraft(null, {
    name: operator.name,
    phone: operator.phone ?? '',
    email: operator.email ?? '',
    licence: operator.operator_licence ?? '',
    commission: typedPerCent(operator.commission_bps),
    status: operator.status as 'active' | 'suspended' | null,
  })
  const { values, set } = draft
  const commission = perCentFrom(values.commission)
  const write = useWrite({
    send: (body: Records['TermsInput'], headers) =>
      api.PATCH('/platform/v1/operators/{ref}', { params: { path: { ref } }, body, headers }),
    refreshes: [['operators']],
    onDone: () => say('Saved.'),
  })
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  return (
    <>
      <PageHead title={operator.name}>
        <Facts
          facts={[
            ['Reference', operator.operator_ref],
            ['Clocks', operator.timezone],
            ['Currency', operator.currency_code],
            ['Here since', <Moment key="since" at={operator.created_at} />],
          ]}
        />
      </PageHead>
      <Form
        write={write}
        submit={() =>
          void write.run({
            name: values.name.trim(),
            phone: orNull(values.phone),
            email: orNull(values.email),
            operator_licence: orNull(values.licence),
            commission_bps: commission ?? operator.commission_bps,
            ...(values.status !== null && { status: values.status }),
          })
        }
        button="Save"
        isReady={commission !== null}
      >
        <TextField path="name" label="Company" value={values.name} onValue={(name) => set({ name })} isRequired most={160} />
        <div className="form-row">
          <TextField path="phone" label="Phone" type="tel" value={values.phone} onValue={(phone) => set({ phone })} most={24} />
          <TextField path="email" label="E-mail" type="email" value={values.email} onValue={(email) => set({ email })} />
        </div>
        <TextField
          path="operator_licence"
          label="Operator’s licence"
          value={values.licence}
          onValue={(licence) => set({ licence })}
          most={80}
        />
        <TextField
          path="commission_bps"
          label="Commission, per cent"
          help="Of what is offered from now on; what was offered keeps its own."
          value={values.commission}
          onValue={(text) => set({ commission: text })}
          isRequired
        />
        <RadioCards
          legend="New work"
          value={values.status}
          onValue={(status) => set({ status })}
          cards={[
            { value: 'active', label: 'Active', help: 'They are offered trips.' },
            { value: 'suspended', label: 'Suspended', help: 'Nothing new; what is booked goes on.' },
          ]}
        />
      </Form>
    </>
  )
}
