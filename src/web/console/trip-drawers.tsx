import { useState } from 'react'
import { api, type Records } from '../office/api/client.ts'
import { showNotice } from '../office/api/news.ts'
import { useWrite } from '../office/api/write.ts'
import { createForm } from '../office/form/bound-fields.tsx'
import { OfficeForm } from '../office/form/form.tsx'
import { readLimits } from '../office/form/limits.ts' with { type: 'macro' }
import { Copyable } from '../office/parts/copyable.tsx'
import { SideDrawer } from '../office/parts/side-drawer.tsx'
import { OperatorTicks, operatorsPath } from './operator-ticks.tsx'
import type { TripInFull } from './reads.ts'

/** The props of the drawers and dialogs of a trip. */
export type DrawerProps = { readonly trip: TripInFull; readonly isOpen: boolean; readonly close: () => void }

/** A drawer that sends a trip to more operators. */
export function OfferDrawer({ trip, isOpen, close }: DrawerProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const write = useWrite({
    send: (offer_to: readonly string[], headers) =>
      api.POST('/platform/v1/trips/{ref}/offers', {
        params: { path: { ref: trip.ref } },
        body: { offer_to: [...offer_to] },
        headers,
      }),
    refreshes: [['trips']],
    onDone: () => {
      setChosen([])
      close()
      showNotice('Operators notified.')
    },
  })
  return (
    <SideDrawer title="Send to more operators" isOpen={isOpen} close={close}>
      <OfficeForm
        write={write}
        submit={() => void write.run(chosen)}
        button="Send to operators"
        faults={{ [operatorsPath]: chosen.length === 0 ? 'Choose at least one operator.' : null }}
      >
        <OperatorTicks chosen={chosen} taken={trip.offers.map(({ operator_ref }) => operator_ref)} onChosen={setChosen} />
      </OfficeForm>
    </SideDrawer>
  )
}

const linkForm = createForm<Records['CustomerLinkInput']>(readLimits('CustomerLinkInput'))

/** A drawer that makes a new customer link. */
export function LinkDrawer({ trip, isOpen, close }: DrawerProps) {
  const draft = linkForm.useDraft(null, { send: true, revoke_old: false })
  const [made, setMade] = useState<Records['CustomerLink'] | null>(null)
  const write = useWrite({
    send: (body: Records['CustomerLinkInput'], headers) =>
      api.POST('/platform/v1/trips/{ref}/customer-link', { params: { path: { ref: trip.ref } }, body, headers }),
    refreshes: [],
    onDone: ({ data }) => setMade(data),
  })
  const end = () => {
    setMade(null)
    close()
  }
  return (
    <SideDrawer title="Customer link" isOpen={isOpen} close={end}>
      {made !== null ? (
        <div className="settings-part" role="status">
          <p>{made.sent ? `Emailed to ${trip.customer.email}.` : 'No email was sent. Send the link yourself:'}</p>
          <Copyable label="Link" text={made.customer_url} />
        </div>
      ) : (
        <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Create new link">
          <linkForm.Tick at="send" label="Email it to the customer" />
          <linkForm.Tick at="revoke_old" label="Earlier links stop working" />
        </OfficeForm>
      )}
    </SideDrawer>
  )
}
