import type { Records } from '../../office/api/records.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }

/** The form of a driver. */
export const driverForm = createForm<Records['DriverInput']>(readLimits('DriverInput'))

/** The fields of a driver: name, contact details and documents. */
export function DriverFields() {
  return (
    <>
      <driverForm.Text at="name" label="Name" isFocused />
      <div className="form-row">
        <driverForm.Text at="phone" label="Mobile number" type="tel" />
        <driverForm.Text at="email" label="Email address" type="email" />
      </div>
      <div className="form-row">
        <driverForm.Text at="license_number" label="Licence number" />
        <driverForm.Text at="license_kind" label="Licence type" />
        <driverForm.EndOfDay at="license_expires_at" label="Licence expires" />
      </div>
      <div className="form-row">
        <driverForm.Choice at="dbs_check_kind" label="DBS check" />
        <driverForm.Text at="dbs_certificate_number" label="DBS certificate" />
        <driverForm.EndOfDay at="dbs_expires_at" label="DBS expires" />
      </div>
    </>
  )
}
