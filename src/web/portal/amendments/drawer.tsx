import { ReadStates } from '../../office/parts/list-states.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import './amendments.css'
import { useBooking } from '../duties/crew.ts'
import { AmendForm } from './form.tsx'

/** A drawer that changes a booking. Shows the values before and after, the money, the consent and the effects on the crew. */
export function AmendDrawer(props: { readonly tripRef: string; readonly isOpen: boolean; readonly close: () => void }) {
  const { tripRef, isOpen, close } = props
  return (
    <SideDrawer title={`Change booking ${tripRef}`} isOpen={isOpen} close={close} isWide>
      {isOpen && <AmendBooking tripRef={tripRef} close={close} />}
    </SideDrawer>
  )
}

function AmendBooking({ tripRef, close }: { readonly tripRef: string; readonly close: () => void }) {
  const query = useBooking(tripRef)
  return (
    <ReadStates query={query}>
      {({ data: booking }) => <AmendForm key={booking.revision} booking={booking} close={close} />}
    </ReadStates>
  )
}
