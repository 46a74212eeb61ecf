import type { PortalBooking } from '../duties/crew.ts'
import { ReportStep } from '../today/report-step.tsx'

/** Reports a step of a booking for a driver whose app is not available. */
export function ReportOfBooking(props: {
  readonly booking: PortalBooking
  readonly isOpen: boolean
  readonly close: () => void
}) {
  const { booking, isOpen, close } = props
  const duties = booking.duties.map(({ progress, ...duty }) => ({ ...duty, status: progress.status }))
  return <ReportStep trip={isOpen ? { ...booking, duties } : null} close={close} />
}
