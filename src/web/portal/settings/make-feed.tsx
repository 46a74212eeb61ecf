import { useState } from 'react'
import { api, type Records } from '../../office/api/client.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { Copyable } from '../../office/parts/copyable.tsx'
import { QrCode } from '../../office/parts/qr-code.tsx'
import { useFleet } from '../../office/trip-fields/fleet.ts'
import { useWholeRoster } from '../duties/crew.ts'

type FeedInput = Records['FeedInput']

const feedForm = createForm<FeedInput>(readLimits('FeedInput'))

/** The form that creates a calendar and shows its address once. `whose` fixes the driver or vehicle. */
export function MakeFeed({ whose }: { readonly whose?: { readonly of: FeedInput['of']; readonly id: number } }) {
  const draft = feedForm.useDraft(null, { of: 'operator', ...whose, show: 'full' })
  const { of } = draft.values
  const [made, setMade] = useState<Records['MadeFeed'] | null>(null)
  const fleet = useFleet().data?.data ?? []
  const drivers = useWholeRoster()
  const write = useWrite({
    send: (body: FeedInput, headers) => api.POST('/portal/v1/feeds', { body, headers }),
    refreshes: [['feeds']],
    onDone: ({ data }) => setMade(data),
  })
  if (made !== null) return <Made url={made.url} />
  const choices =
    of === 'vehicle'
      ? fleet.map(({ id, registration }) => ({ value: id, label: registration }))
      : drivers.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Create calendar">
      {whose === undefined && (
        <feedForm.Cards
          at="of"
          label="Duties of"
          onChanged={() => draft.set({ id: null })}
          cards={[
            { value: 'operator', label: 'Everyone', help: 'All trips, also unallocated trips.' },
            { value: 'driver', label: 'One driver', help: 'For the driver’s phone.' },
            { value: 'vehicle', label: 'One vehicle', help: 'For the garage.' },
          ]}
        />
      )}
      {whose === undefined && of !== 'operator' && (
        <feedForm.Numbered at="id" label={of === 'driver' ? 'Driver' : 'Vehicle'} choices={choices} isRequired />
      )}
      <feedForm.Cards
        at="show"
        label="Details"
        cards={[
          {
            value: 'full',
            label: 'All details',
            help: 'Places, times and vehicle, without phone numbers or amounts.',
          },
          { value: 'busy', label: 'Busy times only', help: 'Times without any details.' },
        ]}
      />
    </OfficeForm>
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
