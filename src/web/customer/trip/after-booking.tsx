import { BookAgain } from './book-again.tsx'
import { ChangeForm } from './change-form.tsx'
import { Changes } from './changes.tsx'
import { Documents } from './documents.tsx'
import { LostProperty } from './lost-property.tsx'
import { TransferCode } from './transfer-code.tsx'

/**
 * The parts of the page that a booking needs and an offer does not: a code to pay from, papers, changes and a form for
 * another, what was left on the coach, and the same trip again. Loaded once something is booked.
 */
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
