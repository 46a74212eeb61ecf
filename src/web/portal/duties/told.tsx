import type { Records } from '../api/client.ts'
import { Moment } from '../parts/moment.tsx'
import { type BookingDuty, type PortalBooking, useTripMessages } from './crew.ts'

/** Whether and how a driver has been told of a duty, from the log of messages. */
export function ToldMessages({ booking, duty }: { readonly booking: PortalBooking; readonly duty: BookingDuty }) {
  const { data } = useTripMessages(booking.ref)
  if (data === undefined) return null
  const message = messageOfDuty(data.data, duty, booking.duties.length)
  if (message === undefined)
    return duty.driver.phone === null ? <p className="quiet duty-told">Ring them: nothing was sent.</p> : null
  const how = message.channel === 'sms' ? 'SMS' : 'mail'
  if (message.status === 'failed') {
    return (
      <p className="duty-told">
        The {how} to {duty.driver.name} did not go out: ring them.
      </p>
    )
  }
  if (message.sent_at === null) return <p className="quiet duty-told">{`The ${how} to ${duty.driver.name} is on its way.`}</p>
  return (
    <p className="quiet duty-told">
      {duty.driver.name} has been told by {how} <Moment at={message.sent_at} />
    </p>
  )
}

/** The last message that this driver was sent since they have the duty; addresses in the log are masked, so only their ends tell. */
function messageOfDuty(messages: readonly Records['SentMessage'][], { driver, assigned_at }: BookingDuty, duties: number) {
  const end = driver.phone?.replaceAll(/\D/g, '').slice(-4)
  const since = Date.parse(assigned_at) - 1000
  return messages.find(
    ({ to_kind, to, channel, queued_at }) =>
      to_kind === 'driver' &&
      Date.parse(queued_at) >= since &&
      (duties === 1 || (channel === 'sms' && end !== undefined && to.endsWith(end))),
  )
}
