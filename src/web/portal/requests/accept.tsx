import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { spokenInstant } from '../../plain/moment.ts'
import { acceptWords } from '../../plain/request-words.ts'
import { hasSaidYes } from '../../plain/words.ts'
import { api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { Form } from '../form/form.tsx'
import type { InboxJob, SentQuote } from '../jobs/jobs.ts'
import { useNow } from '../parts/now.ts'

export type Request = NonNullable<SentQuote['booking_request']>

/** Says yes to a request, or tries its card again: what that does with the deposit stands on the button and above it. */
export function Accept(props: {
  readonly job: InboxJob
  readonly quote: SentQuote
  readonly request: Request
  readonly turnDown: () => void
  readonly close: () => void
}) {
  const { job, quote, request } = props
  const [, navigate] = useLocation()
  const now = useNow(60_000)
  const { zone } = useSession()
  const write = useWrite({
    send: (_: null, headers) =>
      api.POST('/api/v1/jobs/{ref}/confirm-booking-request', { params: { path: { ref: job.ref } }, headers }),
    refreshes: [['jobs'], ['bookings'], ['diary'], ['money']],
    onDone: ({ data }) => {
      if (data.booking_ref === null) {
        props.close()
        say('Accepted. They are told where to pay; it is booked when the money is here.')
        return
      }
      say(`${job.ref} is booked.`)
      navigate(`/bookings/${data.booking_ref}?assign=1`)
    },
  })
  const until = spokenInstant(request.respond_by, zone, now)
  const { button, says } = acceptWords({ ...quote, ...request }, until)
  const isAgain = hasSaidYes(request)
  return (
    <Form
      write={write}
      submit={() => void write.run(null)}
      button={button}
      isQuiet={isAgain}
      others={
        <Button variant="default" onClick={props.turnDown}>
          {isAgain ? 'Take the yes back' : 'Turn down'}
        </Button>
      }
    >
      <p className="second-line">{says}</p>
    </Form>
  )
}
