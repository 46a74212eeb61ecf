import { useState } from 'react'
import { api, type Records } from '../api/client.ts'
import { useFleet } from '../api/fleet.ts'
import { useWrite } from '../api/write.ts'
import { useWholeRoster } from '../duties/crew.ts'
import { ChoiceField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { Copyable } from './copyable.tsx'

type Of = Records['FeedInput']['of']
type Show = Records['FeedInput']['show']

/** Makes a calendar and shows its address, this once; with `whose` it is that of this driver or coach. */
export function MakeFeed({ whose }: { readonly whose?: { readonly of: Of; readonly id: number } }) {
  const [of, setOf] = useState<Of>(whose?.of ?? 'operator')
  const [id, setId] = useState<string | null>(whose === undefined ? null : String(whose.id))
  const [show, setShow] = useState<Show>('full')
  const [made, setMade] = useState<Records['MadeFeed'] | null>(null)
  const fleet = useFleet().data?.data ?? []
  const drivers = useWholeRoster()
  const write = useWrite({
    send: (body: Records['FeedInput'], headers) => api.POST('/portal/v1/feeds', { body, headers }),
    refreshes: [['feeds']],
    onDone: ({ data }) => setMade(data),
  })
  if (made !== null) return <Made url={made.url} />
  const choices =
    of === 'vehicle'
      ? fleet.map(({ id, registration }) => ({ value: String(id), label: registration }))
      : drivers.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Form
      write={write}
      submit={() => void write.run({ of, show, ...(of !== 'operator' && { id: Number(id) }) })}
      button="Make the calendar"
    >
      {whose === undefined && (
        <RadioCards
          legend="Whose duties"
          value={of}
          onValue={(value) => {
            setOf(value)
            setId(null)
          }}
          cards={[
            { value: 'operator', label: 'Everybody’s', help: 'All trips, also those without a driver yet.' },
            { value: 'driver', label: 'A driver’s', help: 'For the driver’s own phone.' },
            { value: 'vehicle', label: 'A coach’s', help: 'For the garage.' },
          ]}
        />
      )}
      {whose === undefined && of !== 'operator' && (
        <ChoiceField
          path="id"
          label={of === 'driver' ? 'Driver' : 'Coach'}
          value={id}
          onValue={setId}
          choices={choices}
          isRequired
        />
      )}
      <RadioCards
        legend="What it shows"
        value={show}
        onValue={setShow}
        cards={[
          {
            value: 'full',
            label: 'Everything about a duty',
            help: 'Where, when, which coach. Never a telephone number or an amount.',
          },
          { value: 'busy', label: 'Busy times alone', help: 'For people who only need to know when.' },
        ]}
      />
    </Form>
  )
}

/** The only time that the address is seen. */
function Made({ url }: { readonly url: string }) {
  return (
    <div className="settings-part" role="status">
      <p>This is the address of the calendar. It is shown this once, and whoever has it can read the calendar.</p>
      <QrCode text={url} label="The address as a code to scan with a phone" />
      <Copyable label="Address" text={url} />
      <p>
        On a phone: add a subscribed calendar and paste it. In Google Calendar: Other calendars, From URL. In Outlook: Add
        calendar, Subscribe from web.
      </p>
    </div>
  )
}
