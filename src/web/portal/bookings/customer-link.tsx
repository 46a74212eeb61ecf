import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { TickField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { WriteFailure } from '../form/write-failure.tsx'
import { Icon } from '../parts/icon.tsx'
import { Skeleton } from '../parts/list-states.tsx'
import { QrCode } from '../parts/qr-code.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'

/** A trip and the customer of its link. */
type LinkedTrip = { readonly ref: string; readonly customer: { readonly name: string; readonly email: string | null } }

/** A drawer with the customer's link to their trip: a QR code, a copy button, and a button to send it again. */
export function CustomerLinkDrawer(props: { readonly trip: LinkedTrip; readonly isOpen: boolean; readonly close: () => void }) {
  const { trip, isOpen, close } = props
  return (
    <SideDrawer title="Customer link" isOpen={isOpen} close={close}>
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
      showNotice(data.sent ? 'Link sent.' : 'Not sent. Email is not set up, or the customer has no email address.')
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when it opens
  useEffect(() => void show.run({ send: false, revoke_old: false }), [])

  return (
    <div className="booking-link">
      <p>This link opens the trip, its payments and its change requests. Share it with {customer.name} only.</p>
      <WriteFailure failure={show.failure} />
      {url === null ? (
        show.failure === null && <Skeleton rows={4} />
      ) : (
        <>
          <QrCode text={url} label="QR code of the link" />
          <p className="booking-url">{url}</p>
          <div>
            <Button variant="default" size="sm" leftSection={<Icon name="copy" />} onClick={() => void copyLink(url)}>
              Copy link
            </Button>
          </div>
        </>
      )}
      <PortalForm
        write={mail}
        submit={() => void mail.run({ send: true, revoke_old: revokes })}
        button="Send again"
        isReady={customer.email !== null}
      >
        <TickField
          path="revoke_old"
          label="Earlier links stop working"
          help="Use this if the wrong person has the link."
          value={revokes}
          onValue={setRevokes}
        />
        {customer.email === null && <p className="quiet">No email address. The customer can scan the code.</p>}
      </PortalForm>
    </div>
  )
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showNotice('Copied.')
  } catch {
    showNotice('The browser blocked copying. Select the link and copy it.')
  }
}
