import { ConfirmDialog } from '../parts/confirm-dialog.tsx'

/** Asks before a coach is given to a trip that its last check found unsafe. */
export function UnsafeCoach(props: {
  readonly registration: string
  readonly tripRef: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly confirm: () => void
}) {
  const { registration, tripRef, isOpen, close, confirm } = props
  return (
    <ConfirmDialog
      title={`Do not drive ${registration}`}
      isOpen={isOpen}
      close={close}
      button="Assign it all the same"
      isDangerous
      confirm={confirm}
    >
      <p>
        The last check of this coach found it unsafe, and nobody has put that right yet. Give it to {tripRef} only if it will be
        mended before it leaves.
      </p>
    </ConfirmDialog>
  )
}
