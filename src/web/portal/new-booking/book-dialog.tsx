import { Button, Modal } from '@mantine/core'
import type { Records } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import type { Write } from '../../office/api/write.ts'
import { type BoundDraft, FormPart } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { formatMoney } from '../../plain/money.ts'
import { Agreement } from './agreement.tsx'
import type { PhoneBooking } from './booking-body.ts'
import { useBookingSums } from './prices.tsx'

/** The dialog that books the trip with the typed price: payment, agreement and purchase order. */
export function BookDialog(props: {
  readonly draft: BoundDraft<PhoneBooking>
  readonly write: Write<Records['OwnTripInput'], unknown>
  readonly isOpen: boolean
  readonly close: () => void
  readonly confirm: () => void
}) {
  const { draft, write, isOpen, close } = props
  const { currency } = useSession()
  const { price, sums } = useBookingSums(draft)
  const { customer, customer_id = null } = draft.values
  const name = customer?.name?.trim() || customer?.organisation?.trim() || 'the caller'
  const title = price === null ? `Book for ${name}` : `Book for ${name}, ${formatMoney(price, currency)}`
  return (
    <Modal opened={isOpen} onClose={close} title={title} centered>
      <OfficeForm
        write={write}
        submit={props.confirm}
        button="Confirm booking"
        draft={draft}
        others={
          <Button variant="default" onClick={close}>
            Back
          </Button>
        }
      >
        <FormPart at="book">
          <Agreement customerId={customer_id} deposit={sums === null ? '' : formatMoney(sums.deposit, currency)} />
        </FormPart>
      </OfficeForm>
    </Modal>
  )
}
