import { useState } from 'react'
import { api, type Records } from '../portal/api/client.ts'
import { say } from '../portal/api/news.ts'
import { useWrite } from '../portal/api/write.ts'
import { useDraft } from '../portal/form/draft.ts'
import { TickField } from '../portal/form/fields.tsx'
import { Form } from '../portal/form/form.tsx'
import { SideDrawer } from '../portal/parts/side-drawer.tsx'
import { Copyable } from '../portal/settings/copyable.tsx'
import { OperatorTicks, operatorsPath } from './operator-ticks.tsx'
import type { TripInFull } from './reads.ts'

/** The props of every drawer and dialog that acts on a trip. */
export type DrawerProps = { readonly trip: TripInFull; readonly isOpen: boolean; readonly close: () => void }

/** Asks more operators for a quote. */
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
      say('They have heard of it.')
    },
  })
  return (
    <SideDrawer title="Ask more operators" isOpen={isOpen} close={close}>
      <Form
        write={write}
        submit={() => void write.run(chosen)}
        button="Ask them"
        faults={{ [operatorsPath]: chosen.length === 0 ? 'Choose at least one operator.' : null }}
      >
        <OperatorTicks chosen={chosen} taken={trip.offers.map(({ operator_ref }) => operator_ref)} onChosen={setChosen} />
      </Form>
    </SideDrawer>
  )
}

/** A new link for a customer who has lost theirs. */
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
    <SideDrawer title="Customer’s link" isOpen={isOpen} close={end}>
      {made !== null ? (
        <div className="settings-part" role="status">
          <p>{made.sent ? `It was mailed to ${trip.customer.email}.` : 'It was not mailed. Hand it on yourself:'}</p>
          <Copyable label="Link" text={made.customer_url} />
        </div>
      ) : (
        <Form
          write={write}
          submit={() => void write.run({ send: draft.values.send, revoke_old: draft.values.revoke })}
          button="Make a new link"
        >
          <TickField
            path="send"
            label="Mail it to the customer"
            value={draft.values.send}
            onValue={(send) => draft.set({ send })}
          />
          <TickField
            path="revoke_old"
            label="Earlier links stop working"
            value={draft.values.revoke}
            onValue={(revoke) => draft.set({ revoke })}
          />
        </Form>
      )}
    </SideDrawer>
  )
}
