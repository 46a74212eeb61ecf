import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { TickField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { WriteFailure } from '../form/write-failure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Skeleton } from '../parts/list-states.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'

/** A trip, and the customer whom its link is for. */
type LinkedTrip = { readonly ref: string; readonly customer: { readonly name: string; readonly email: string | null } }

/** The link to their trip for the customer: shown as a code to scan, to copy, and to send again. */
export function CustomerLinkDrawer(props: { readonly trip: LinkedTrip; readonly isOpen: boolean; readonly close: () => void }) {
  const { trip, isOpen, close } = props
  return (
    <SideDrawer title="Customer's link" isOpen={isOpen} close={close}>
      {isOpen && <CustomerLinkOf trip={trip} />}
    </SideDrawer>
  )
}

function CustomerLinkOf({ trip: { ref, customer } }: { readonly trip: LinkedTrip }) {
  const [url, setUrl] = useState<string | null>(null)
  const [revokes, setRevokes] = useState(false)
  const send = (body: Records['CustomerLinkInput'], headers: { 'Idempotency-Key': string }) =>
    api.POST('/portal/v1/trips/{ref}/customer-link', { params: { path: { ref } }, body, headers })
  const show = useWrite({ send, refreshes: [], onDone: ({ data }) => setUrl(data.customer_url) })
  const mail = useWrite({
    send,
    refreshes: [['messages', ref]],
    onDone: ({ data }) => {
      setUrl(data.customer_url)
      setRevokes(false)
      say(data.sent ? 'The link is on its way.' : 'Nothing was sent: no mail is set up, or the customer has no address.')
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => void show.run({ send: false, revoke_old: false }), [])

  return (
    <div className="booking-link">
      <p>Who has this link sees the trip, pays for it and asks for changes. It is for {customer.name} only.</p>
      <WriteFailure failure={show.failure} />
      {url === null ? (
        show.failure === null && <Skeleton rows={4} />
      ) : (
        <>
          <QrCode text={url} label="The link as a code to scan with a phone" />
          <p className="booking-url">{url}</p>
          <div>
            <Button variant="default" size="sm" leftSection={<Icon name="copy" />} onClick={() => void copy(url)}>
              Copy the link
            </Button>
          </div>
        </>
      )}
      <Form
        write={mail}
        submit={() => void mail.run({ send: true, revoke_old: revokes })}
        button="Send it again"
        isReady={customer.email !== null}
      >
        <TickField
          path="revoke_old"
          label="Earlier links stop working"
          help="For a link that went to the wrong person."
          value={revokes}
          onValue={setRevokes}
        />
        {customer.email === null && <p className="quiet">There is no mail address: let them scan the code.</p>}
      </Form>
    </div>
  )
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    say('Copied.')
  } catch {
    say('This browser does not let the page copy: mark the link and copy it.')
  }
}
