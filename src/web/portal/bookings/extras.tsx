import { Button } from '@mantine/core'
import { useState } from 'react'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { showNotice } from '../../office/api/news.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { FoldableSection } from '../../office/parts/facts.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { formatMoney } from '../../plain/money.ts'
import { formatWord } from '../../plain/words.ts'
import type { PortalBooking } from '../duties/crew.ts'

type Extra = Records['Extra']
type Body = Records['ExtraInput']

const extraForm = createForm<Body>(readLimits('ExtraInput'))

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
  const draft = extraForm.useDraft(`extra-${booking.ref}`, { kind: 'waiting' })
  const write = useWrite({
    send: (body: Body, headers) =>
      api.POST('/portal/v1/bookings/{ref}/extras', { params: { path: { ref: booking.ref } }, body, headers }),
    refreshes: [['bookings'], ['money'], ['messages', booking.ref]],
    onDone: (_booking, { amount }) => {
      draft.clear()
      close()
      showNotice(`${formatMoney(amount, currency)} added. The customer is notified.`)
    },
  })
  return (
    <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Add extra">
      <extraForm.Choice at="kind" label="Type" />
      <extraForm.Whole at="quantity" label="Quantity" help="Minutes or miles, for the description only." least={1} />
      <extraForm.Money at="amount" label="Amount" currency={currency} />
      <extraForm.Text at="note" label="Note" />
    </OfficeForm>
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
