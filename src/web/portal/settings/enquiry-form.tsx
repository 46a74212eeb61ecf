import { root } from '../api/address.ts'
import { useSession } from '../api/session.ts'
import { Copyable } from './copyable.tsx'

/** The operator's own form for enquiries: its address, and what shows it within a page of their site. */
export function EnquiryForm() {
  const { operatorRef } = useSession()
  const address = `${location.origin}${root}enquire/${operatorRef}`
  return (
    <section className="settings-part" aria-label="Your form for enquiries">
      <h2>Your form for enquiries</h2>
      <p className="quiet">Link to it from your own site; who fills it in arrives in the inbox.</p>
      <Copyable label="Address of the form" text={address} />
      <p className="quiet">
        Or show it within a page, once whoever runs this server has let that site (<code>enquiry_framed_by</code>).
      </p>
      <Copyable
        label="The form within a page"
        text={`<iframe src="${address}?embed=1" title="Ask for a coach" width="100%" height="1800"></iframe>`}
      />
    </section>
  )
}
