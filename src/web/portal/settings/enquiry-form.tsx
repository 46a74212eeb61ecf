import { root } from '../../office/api/address.ts'
import { useSession } from '../../office/api/session.ts'
import { Copyable } from '../../office/parts/copyable.tsx'

/** A section with the address of the operator's enquiry form, and the code to embed it. */
export function EnquiryForm() {
  const { operatorRef } = useSession()
  const address = `${location.origin}${root}enquire/${operatorRef}`
  return (
    <section className="settings-part" aria-label="Enquiry form">
      <h2>Enquiry form</h2>
      <p className="quiet">Link to this form from your website. Enquiries arrive in the inbox.</p>
      <Copyable label="Address of the form" text={address} />
      <p className="quiet">
        Or embed it in a page. The server must allow your website first (<code>enquiry_framed_by</code>).
      </p>
      <Copyable
        label="Embed code"
        text={`<iframe src="${address}?embed=1" title="Request a coach" width="100%" height="1800"></iframe>`}
      />
    </section>
  )
}
