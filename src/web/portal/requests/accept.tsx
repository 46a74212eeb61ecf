import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { api } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { useClock } from '../../office/parts/now.ts'
import { formatInstant } from '../../plain/moment.ts'
import { describeAcceptance } from '../../plain/request-words.ts'
import { hasAcceptedQuote } from '../../plain/words.ts'
import type { InboxJob, SentQuote } from '../jobs/jobs.ts'

export type Request = NonNullable<SentQuote['booking_request']>

/** The form that accepts a booking request, or charges its card again. The button and the text name the effect on the deposit. */
export function Accept(props: {
  readonly job: InboxJob
  readonly quote: SentQuote
  readonly request: Request
  readonly decline: () => void
  readonly close: () => void
}) {
  const { job, quote, request } = props
  const [, navigate] = useLocation()
  const now = useClock(60_000)
  const { zone } = useSession()
  const write = useWrite({
    send: (_: null, headers) =>
      api.POST('/api/v1/jobs/{ref}/confirm-booking-request', { params: { path: { ref: job.ref } }, headers }),
    refreshes: [['jobs'], ['bookings'], ['diary'], ['money']],
    onDone: ({ data }) => {
      if (data.booking_ref === null) {
        props.close()
        showNotice('Accepted. The customer receives payment details.')
        return
      }
      showNotice(`${job.ref} booked.`)
      navigate(`/bookings/${data.booking_ref}?assign=1`)
    },
  })
  const until = formatInstant(request.respond_by, zone, now)
  const { button, says } = describeAcceptance({ ...quote, ...request }, until)
  const isAgain = hasAcceptedQuote(request)
  return (
    <OfficeForm
      write={write}
      submit={() => void write.run(null)}
      button={button}
      isQuiet={isAgain}
      others={
        <Button variant="default" onClick={props.decline}>
          {isAgain ? 'Withdraw acceptance' : 'Decline request'}
        </Button>
      }
    >
      <p className="second-line">{says}</p>
    </OfficeForm>
  )
}
