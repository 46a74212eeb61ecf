import { useState } from 'preact/hooks'
import { downloadTripFile } from './calls.ts'
import { InvoiceRequest } from './invoice-request.tsx'
import { TripSection, useView } from './parts.tsx'
import { isHeld, isTripBooked } from './shown.ts'

/** Files of a trip: whether they need an active booking, and the sentence for a missing file. */
const files = [
  { file: 'calendar.ics', label: 'Add to calendar', isStanding: true, missing: '' },
  { file: 'confirmation.pdf', label: 'Confirmation (PDF)', isStanding: true, missing: '' },
  { file: 'receipt.pdf', label: 'Receipt (PDF)', isStanding: false, missing: 'Nothing has been paid yet.' },
  { file: 'invoice.pdf', label: 'Invoice (PDF)', isStanding: false, missing: 'The invoice is no longer available.' },
]

/** Documents to save or print, and the calendar file. */
export function Documents() {
  const { trip } = useView()
  const [said, setSaid] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isInvoiced = (trip.booking?.invoice ?? null) !== null
  const save = async ({ file, missing }: (typeof files)[number]) => {
    setBusy(true)
    setSaid('One moment…')
    const status = await downloadTripFile(file, `${trip.ref}-${file}`)
    setBusy(false)
    setSaid(status === 200 ? '' : (status === 404 && missing) || 'That did not work. Try again in a moment.')
  }
  return (
    <TripSection id="documents" title="Documents" isShown={trip.booking !== null && !isHeld(trip)}>
      <p>
        {files
          .filter(({ isStanding }) => !isStanding || isTripBooked(trip))
          .filter(({ file }) => file !== 'invoice.pdf' || isInvoiced)
          .map((one) => (
            <button key={one.file} type="button" class="quiet" disabled={isBusy} onClick={() => void save(one)}>
              {one.label}
            </button>
          ))}
      </p>
      <p role="status">{said}</p>
      {!isInvoiced && isTripBooked(trip) && <InvoiceRequest />}
    </TripSection>
  )
}
