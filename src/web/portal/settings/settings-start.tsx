import { Redirect } from 'wouter'
import { useSession } from '../../office/api/session.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { usePhone } from '../../office/parts/phone.ts'

/** The start of the settings (`/portal/settings`): on a phone the list of their pages, else the first page beside the list. */
export function SettingsStart() {
  const { isAdmin } = useSession()
  const isPhone = usePhone()
  if (!isPhone) return <Redirect to={isAdmin ? '/settings/profile' : '/settings/team'} replace />
  return (
    <div className="settings-start">
      <PageHead title="Settings" />
    </div>
  )
}
