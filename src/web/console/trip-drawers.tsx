import { useState } from 'react'
import { api, type Records } from '../portal/api/client.ts'
import { showNotice } from '../portal/api/news.ts'
import { useWrite } from '../portal/api/write.ts'
import { useDraft } from '../portal/form/draft.ts'
import { TickField } from '../portal/form/fields.tsx'
import { PortalForm } from '../portal/form/form.tsx'
import { SideDrawer } from '../portal/parts/side-drawer.tsx'
import { Copyable } from '../portal/settings/copyable.tsx'
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
      <PortalForm
        write={write}
        submit={() => void write.run(chosen)}
        button="Send to operators"
        faults={{ [operatorsPath]: chosen.length === 0 ? 'Choose at least one operator.' : null }}
      >
        <OperatorTicks chosen={chosen} taken={trip.offers.map(({ operator_ref }) => operator_ref)} onChosen={setChosen} />
      </PortalForm>
    </SideDrawer>
  )
}

/** A drawer that makes a new customer link. */
export function LinkDrawer({ trip, isOpen, close }: DrawerProps) {
  const draft = useDraft(null, { send: true, revoke: false })
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
        <PortalForm
          write={write}
          submit={() => void write.run({ send: draft.values.send, revoke_old: draft.values.revoke })}
          button="Create new link"
        >
          <TickField
            path="send"
            label="Email it to the customer"
            value={draft.values.send}
            onValue={(send) => draft.set({ send })}
          />
          <TickField
            path="revoke_old"
            label="Earlier links stop working"
            value={draft.values.revoke}
            onValue={(revoke) => draft.set({ revoke })}
          />
        </PortalForm>
      )}
    </SideDrawer>
  )
}
