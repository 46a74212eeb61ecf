import { Button } from '@mantine/core'
import { useState } from 'react'
import { spokenMoney } from '../../plain/money.ts'
import { spokenWord } from '../../plain/words.ts'
import { answerOf, api, type Records } from '../api/client.ts'
import { useLostAt } from '../api/connection.ts'
import { say } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import type { PortalBooking } from '../duties/crew.ts'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TextField, WholeField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { Section } from '../parts/facts.tsx'
import { Moment } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { type Column, SecondLine, Table } from '../parts/table.tsx'

type Extra = Records['Extra']
type Body = Records['ExtraInput']

const kinds = ['waiting', 'mileage', 'parking', 'other'] as const

const columns: readonly Column<Extra>[] = [
  {
    name: 'What',
    cell: ({ kind, quantity, note }) => (
      <>
        {spokenWord(kind)}
        {quantity !== null && ` × ${quantity}`}
        <SecondLine>{note}</SecondLine>
      </>
    ),
  },
  { name: 'Added', cell: ({ added_at }) => <Moment at={added_at} /> },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ amount, currency_code }) => <Money amount={amount} currency={currency_code} isInTable />,
  },
]

/** A section of sums asked on top of the price, such as for waiting. The customer is told of each. */
export function Extras({ booking }: { readonly booking: PortalBooking }) {
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  const isOffline = useLostAt() !== null
  const mayAdd = can('bookings:read') && booking.status !== 'cancelled'
  if (booking.extras.length === 0 && !mayAdd) return null
  return (
    <Section title="Extras">
      {booking.extras.length === 0 ? (
        <p className="quiet">None.</p>
      ) : (
        <Table
          caption="Extras"
          columns={columns}
          rows={booking.extras}
          rowKey={({ id }) => id}
          actions={(extra) => (
            <RowActions
              label={`What to do with ${spokenWord(extra.kind).toLowerCase()} ${extra.id}`}
              actions={mayAdd ? [{ label: 'Remove', run: () => void remove(booking.ref, extra.id) }] : []}
            />
          )}
        />
      )}
      {mayAdd && (
        <div>
          <Button variant="default" size="sm" disabled={isOffline} onClick={() => setOpen(true)}>
            Add an extra
          </Button>
        </div>
      )}
      <SideDrawer title="Add an extra" isOpen={isOpen} close={() => setOpen(false)}>
        {isOpen && <AddExtra booking={booking} close={() => setOpen(false)} />}
      </SideDrawer>
    </Section>
  )
}

function AddExtra({ booking, close }: { readonly booking: PortalBooking; readonly close: () => void }) {
  const { currency_code: currency } = booking
  const draft = useDraft(`extra-${booking.ref}`, {
    kind: 'waiting' as Body['kind'],
    quantity: null as number | null,
    amount: null as number | null,
    note: '',
  })
  const { kind, quantity, amount, note } = draft.values
  const write = useWrite({
    send: (body: Body, headers) =>
      api.POST('/portal/v1/bookings/{ref}/extras', { params: { path: { ref: booking.ref } }, body, headers }),
    refreshes: [['bookings'], ['money'], ['messages', booking.ref]],
    onDone: () => {
      draft.clear()
      close()
      say(`${spokenMoney(amount ?? 0, currency)} is added. The customer is told.`)
    },
  })
  const submit = () =>
    void write.run({
      kind,
      amount: amount ?? 0,
      ...(quantity !== null && { quantity }),
      ...(note.trim() !== '' && { note: note.trim() }),
    })
  return (
    <Form write={write} submit={submit} button="Add and tell the customer" draft={draft}>
      <ChoiceField
        path="kind"
        label="What for"
        value={kind}
        onValue={(value) => value !== null && draft.set({ kind: value })}
        choices={kinds.map((value) => ({ value, label: spokenWord(value) }))}
        isRequired
      />
      <WholeField
        path="quantity"
        label="How much of it"
        help="Minutes or miles; it only describes the sum."
        value={quantity}
        onValue={(value) => draft.set({ quantity: value })}
        least={1}
      />
      <MoneyField
        path="amount"
        label="Sum"
        currency={currency}
        amount={amount}
        onAmount={(value) => draft.set({ amount: value })}
        isRequired
      />
      <TextField path="note" label="Note" value={note} onValue={(value) => draft.set({ note: value })} most={300} />
    </Form>
  )
}

async function remove(ref: string, id: number): Promise<void> {
  try {
    await answerOf(api.DELETE('/portal/v1/bookings/{ref}/extras/{id}', { params: { path: { ref, id } } }))
    say('The extra is removed.')
  } catch (thrown) {
    sayFailed(thrown)
  }
  for (const queryKey of [['bookings'], ['money']]) void queries.invalidateQueries({ queryKey })
}
