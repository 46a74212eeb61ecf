import { BookAgain } from './book-again.tsx'
import { ChangeForm } from './change-form.tsx'
import { Changes } from './changes.tsx'
import { Documents } from './documents.tsx'
import { LostProperty } from './lost-property.tsx'
import { TransferCode } from './transfer-code.tsx'

/** The sections of a booking: payment code, documents, changes, lost property, and the next request. Loaded once a trip is booked. */
export function AfterBooking() {
  return (
    <>
      <TransferCode />
      <Documents />
      <Changes />
      <ChangeForm />
      <LostProperty />
      <BookAgain />
    </>
  )
}
