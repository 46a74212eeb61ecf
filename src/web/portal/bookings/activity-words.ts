import { formatWord } from '../../plain/words.ts'

const words = new Map([
  ['job_offered', 'New job'],
  ['quoting_ended', 'Quoting closed'],
  ['quote_unconfirmed', 'Quote now on request'],
  ['request_confirmed', 'Request accepted'],
  ['request_rejected', 'Request declined'],
  ['booking_cancelled', 'Cancelled'],
  ['duty_changed', 'Assignment changed'],
  ['driver_declined', 'Driver declined'],
  ['driver_acknowledged', 'Driver confirmed'],
  ['driver_taken_off', 'Driver unassigned'],
  ['driver_en_route', 'Set off'],
  ['driver_arrived', 'Arrived'],
  ['driver_delayed', 'Running late'],
  ['group_on_board', 'On board'],
  ['group_no_show', 'No-show'],
  ['step_reverted', 'Step undone'],
  ['transfer_awaited', 'Awaiting payment'],
  ['card_authentication_awaited', 'Bank confirmation requested'],
  ['payment_in_doubt', 'Payment to check'],
  ['refund_due', 'Refund due'],
  ['vehicle_found_unsafe', 'Vehicle unsafe'],
  ['check_resolved', 'Marked repaired'],
  ['amendment_applied', 'Change applied'],
  ['amendment_wished', 'Change requested'],
  ['amendment_proposed', 'Change sent to the customer'],
  ['amendment_accepted', 'Change accepted'],
  ['amendment_declined', 'Change declined'],
  ['amendment_withdrawn', 'Change withdrawn'],
  ['amendment_expired', 'Change expired'],
])

/** An entry of a booking's history in words. */
export function formatActivity(what: string): string {
  return words.get(what) ?? formatWord(what)
}
