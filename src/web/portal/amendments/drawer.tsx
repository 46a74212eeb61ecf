import { ReadStates } from '../parts/list-states.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import './amendments.css'
import { useBooking } from '../duties/crew.ts'
import { AmendForm } from './form.tsx'

/** Changes a booking: what is typed anew stands beside what was, with the money, who has to agree, and whom of the crew it concerns. */
export function AmendDrawer(props: { readonly tripRef: string; readonly isOpen: boolean; readonly close: () => void }) {
  const { tripRef, isOpen, close } = props
  return (
    <SideDrawer title={`Change ${tripRef}`} isOpen={isOpen} close={close} isWide>
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
