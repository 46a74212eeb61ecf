import type { Records } from '../../office/api/client.ts'
import { Moment } from '../../office/parts/moment.tsx'
import { type BookingDuty, type PortalBooking, useTripMessages } from './crew.ts'

/** The message status of a duty, from the message log. */
export function DutyMessage({ booking, duty }: { readonly booking: PortalBooking; readonly duty: BookingDuty }) {
  const { data } = useTripMessages(booking.ref)
  if (data === undefined) return null
  const message = findMessageOfDuty(data.data, duty, booking.duties.length)
  if (message === undefined)
    return duty.driver.phone === null ? <p className="quiet duty-told">No message sent. Call the driver.</p> : null
  const how = message.channel === 'sms' ? 'SMS' : 'Email'
  if (message.status === 'failed') {
    return (
      <p className="duty-told">
        {how} to {duty.driver.name} failed. Call the driver.
      </p>
    )
  }
  if (message.sent_at === null) return <p className="quiet duty-told">{`Sending ${how} to ${duty.driver.name}.`}</p>
  return (
    <p className="quiet duty-told">
      {how} sent to {duty.driver.name} <Moment at={message.sent_at} />
    </p>
  )
}

/** The last message to this driver since the assignment. The log masks addresses, so only the last digits are compared. */
export function findMessageOfDuty(
  messages: readonly Records['SentMessage'][],
  { driver, assigned_at }: BookingDuty,
  duties: number,
) {
  const end = driver.phone?.replaceAll(/\D/g, '').slice(-4)
  const since = Date.parse(assigned_at) - 1000
  return messages.find(
    ({ to_kind, to, channel, queued_at }) =>
      to_kind === 'driver' &&
      Date.parse(queued_at) >= since &&
      (duties === 1 || (channel === 'sms' && end !== undefined && to.endsWith(end))),
  )
}
