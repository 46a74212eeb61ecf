import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'

/** Asks before the office assigns a vehicle with an unsafe last check. */
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
      title={`${registration} is unsafe`}
      isOpen={isOpen}
      close={close}
      button="Assign anyway"
      isDangerous
      confirm={confirm}
    >
      <p>The last check found this vehicle unsafe. Assign it to {tripRef} only if it will be repaired before departure.</p>
    </ConfirmDialog>
  )
}
