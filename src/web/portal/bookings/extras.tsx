import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatMoney } from '../../plain/money.ts'
import { formatWord } from '../../plain/words.ts'
import { api, type Records, requireAnswer } from '../api/client.ts'
import { useLostAt } from '../api/connection.ts'
import { showNotice } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { showFailure } from '../api/refused.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import type { PortalBooking } from '../duties/crew.ts'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TextField, WholeField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { FoldableSection } from '../parts/facts.tsx'
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
    name: 'Extra',
    cell: ({ kind, quantity, note }) => (
      <>
        {formatWord(kind)}
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

/** A section of charges on top of the price, such as waiting time. The customer is notified of each. */
export function Extras({ booking }: { readonly booking: PortalBooking }) {
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  const isOffline = useLostAt() !== null
  const mayAdd = can('bookings:read') && booking.status !== 'cancelled'
  if (booking.extras.length === 0 && !mayAdd) return null
  return (
    <FoldableSection title="Extras">
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
              label={`Actions for ${formatWord(extra.kind).toLowerCase()} ${extra.id}`}
              actions={mayAdd ? [{ label: 'Remove', run: () => void removeBookedExtra(booking.ref, extra.id) }] : []}
            />
          )}
        />
      )}
      {mayAdd && (
        <div>
          <Button variant="default" size="sm" disabled={isOffline} onClick={() => setOpen(true)}>
            Add extra
          </Button>
        </div>
      )}
      <SideDrawer title="Add extra" isOpen={isOpen} close={() => setOpen(false)}>
        {isOpen && <AddExtra booking={booking} close={() => setOpen(false)} />}
      </SideDrawer>
    </FoldableSection>
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
      showNotice(`${formatMoney(amount ?? 0, currency)} added. The customer is notified.`)
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
    <PortalForm write={write} submit={submit} button="Add extra" draft={draft}>
      <ChoiceField
        path="kind"
        label="Type"
        value={kind}
        onValue={(value) => value !== null && draft.set({ kind: value })}
        choices={kinds.map((value) => ({ value, label: formatWord(value) }))}
        isRequired
      />
      <WholeField
        path="quantity"
        label="Quantity"
        help="Minutes or miles, for the description only."
        value={quantity}
        onValue={(value) => draft.set({ quantity: value })}
        least={1}
      />
      <MoneyField
        path="amount"
        label="Amount"
        currency={currency}
        amount={amount}
        onAmount={(value) => draft.set({ amount: value })}
        isRequired
      />
      <TextField path="note" label="Note" value={note} onValue={(value) => draft.set({ note: value })} most={300} />
    </PortalForm>
  )
}

async function removeBookedExtra(ref: string, id: number): Promise<void> {
  try {
    await requireAnswer(api.DELETE('/portal/v1/bookings/{ref}/extras/{id}', { params: { path: { ref, id } } }))
    showNotice('Extra removed.')
  } catch (thrown) {
    showFailure(thrown)
  }
  for (const queryKey of [['bookings'], ['money']]) void queries.invalidateQueries({ queryKey })
}
