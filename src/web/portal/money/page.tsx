import { useSession } from '../../office/api/session.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { UrlTabs } from '../../office/parts/tabs.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { DueTab } from './due.tsx'
import { InTab } from './in.tsx'
import { InvoicesTab } from './invoices.tsx'
import { PayoutsTab } from './payouts.tsx'
import '../../office/money-lists/money.css'

const defaults = { tab: 'due' }

/** The Money page (`/portal/money`): outstanding amounts, payments, invoices and payouts. */
export function MoneyPage() {
  const [{ tab }] = useUrlState(defaults)
  const { can } = useSession()
  const seesPayouts = can('payouts:read')
  useRowKeys()
  return (
    <>
      <PageHead title="Money" />
      <UrlTabs
        name="tab"
        label="Money sections"
        tabs={[
          { value: 'due', label: 'Outstanding' },
          { value: 'in', label: 'Payments' },
          { value: 'invoices', label: 'Invoices' },
          ...(seesPayouts ? [{ value: 'payouts', label: 'Payouts' }] : []),
        ]}
      />
      {tab === 'in' && <InTab />}
      {tab === 'invoices' && <InvoicesTab />}
      {tab === 'payouts' && seesPayouts && <PayoutsTab />}
      {(tab === 'due' || (tab === 'payouts' && !seesPayouts)) && <DueTab />}
    </>
  )
}
