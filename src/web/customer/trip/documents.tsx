import { useState } from 'preact/hooks'
import { saveFile } from './calls.ts'
import { InvoiceRequest } from './invoice-request.tsx'
import { Section, useView } from './parts.tsx'
import { isBooked, isHeld } from './shown.ts'

/** Files for the customer to keep: whether only for a trip that stands, and what is said where there is none. */
const files = [
  { file: 'calendar.ics', label: 'Put it in my calendar', isStanding: true, missing: '' },
  { file: 'confirmation.pdf', label: 'Confirmation (PDF)', isStanding: true, missing: '' },
  { file: 'receipt.pdf', label: 'Receipt (PDF)', isStanding: false, missing: 'Nothing has been paid yet.' },
  { file: 'invoice.pdf', label: 'Invoice (PDF)', isStanding: false, missing: 'The invoice is no longer available.' },
]

/** Papers to save or print, and the trip for a calendar. */
export function Documents() {
  const { trip } = useView()
  const [said, setSaid] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isInvoiced = (trip.booking?.invoice ?? null) !== null
  const save = async ({ file, missing }: (typeof files)[number]) => {
    setBusy(true)
    setSaid('One moment…')
    const status = await saveFile(file, `${trip.ref}-${file}`)
    setBusy(false)
    setSaid(status === 200 ? '' : (status === 404 && missing) || 'That did not work; try again soon.')
  }
  return (
    <Section id="documents" title="To keep" isShown={trip.booking !== null && !isHeld(trip)}>
      <p class="buttons">
        {files
          .filter(({ isStanding }) => !isStanding || isBooked(trip))
          .filter(({ file }) => file !== 'invoice.pdf' || isInvoiced)
          .map((one) => (
            <button key={one.file} type="button" class="quiet" disabled={isBusy} onClick={() => void save(one)}>
              {one.label}
            </button>
          ))}
      </p>
      <p role="status">{said}</p>
      {!isInvoiced && isBooked(trip) && <InvoiceRequest />}
    </Section>
  )
}
