import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { WriteFailure } from '../../office/form/write-failure.tsx'
import { Icon } from '../../office/parts/icon.tsx'
import { Skeleton } from '../../office/parts/list-states.tsx'
import { QrCode } from '../../office/parts/qr-code.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'

const linkForm = createForm<Records['CustomerLinkInput']>(readLimits('CustomerLinkInput'))

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
  const draft = linkForm.useDraft(null, { send: true, revoke_old: false })
  const send = (body: Records['CustomerLinkInput'], headers: { 'Idempotency-Key': string }) =>
    api.POST('/portal/v1/trips/{ref}/customer-link', { params: { path: { ref } }, body, headers })
  const show = useWrite({ send, refreshes: [], onDone: ({ data }) => setUrl(data.customer_url) })
  const mail = useWrite({
    send,
    refreshes: [['messages', ref]],
    onDone: ({ data }) => {
      setUrl(data.customer_url)
      draft.clear()
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
      <OfficeForm
        write={mail}
        draft={draft}
        submit={() => void mail.run(draft.buildBody())}
        button="Send again"
        isReady={customer.email !== null}
      >
        <linkForm.Tick at="revoke_old" label="Earlier links stop working" help="Use this if the wrong person has the link." />
        {customer.email === null && <p className="quiet">No email address. The customer can scan the code.</p>}
      </OfficeForm>
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
