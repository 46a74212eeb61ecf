import { useState } from 'react'
import { api, type Records } from '../api/client.ts'
import { useFleet } from '../api/fleet.ts'
import { useWrite } from '../api/write.ts'
import { useWholeRoster } from '../duties/crew.ts'
import { ChoiceField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { Copyable } from './copyable.tsx'

type Of = Records['FeedInput']['of']
type Show = Records['FeedInput']['show']

/** The form that creates a calendar and shows its address once. `whose` fixes the driver or vehicle. */
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
    <PortalForm
      write={write}
      submit={() => void write.run({ of, show, ...(of !== 'operator' && { id: Number(id) }) })}
      button="Create calendar"
    >
      {whose === undefined && (
        <RadioCards
          legend="Duties of"
          value={of}
          onValue={(value) => {
            setOf(value)
            setId(null)
          }}
          cards={[
            { value: 'operator', label: 'Everyone', help: 'All trips, also unallocated trips.' },
            { value: 'driver', label: 'One driver', help: 'For the driver’s phone.' },
            { value: 'vehicle', label: 'One vehicle', help: 'For the garage.' },
          ]}
        />
      )}
      {whose === undefined && of !== 'operator' && (
        <ChoiceField
          path="id"
          label={of === 'driver' ? 'Driver' : 'Vehicle'}
          value={id}
          onValue={setId}
          choices={choices}
          isRequired
        />
      )}
      <RadioCards
        legend="Details"
        value={show}
        onValue={setShow}
        cards={[
          {
            value: 'full',
            label: 'All details',
            help: 'Places, times and vehicle, without phone numbers or amounts.',
          },
          { value: 'busy', label: 'Busy times only', help: 'Times without any details.' },
        ]}
      />
    </PortalForm>
  )
}

/** Shows the address of a new calendar, once. */
function Made({ url }: { readonly url: string }) {
  return (
    <div className="settings-part" role="status">
      <p>The address is shown only once. Anyone with the address can read the calendar.</p>
      <QrCode text={url} label="QR code of the address" />
      <Copyable label="Address" text={url} />
      <p>
        On a phone: add a subscribed calendar and paste it. In Google Calendar: Other calendars, From URL. In Outlook: Add
        calendar, Subscribe from web.
      </p>
    </div>
  )
}
