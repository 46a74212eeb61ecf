import { useSession } from '../api/session.ts'
import { PageHead } from '../parts/page-head.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { Tabs } from '../parts/tabs.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { DueTab } from './due.tsx'
import { InTab } from './in.tsx'
import { InvoicesTab } from './invoices.tsx'
import { PayoutsTab } from './payouts.tsx'
import './money.css'

const defaults = { tab: 'due' }

/** The page of money (`/portal/money`): what is owing, what came in, what was invoiced and what is paid out. */
export function MoneyPage() {
  const [{ tab }] = useUrlState(defaults)
  const { can } = useSession()
  const seesPayouts = can('payouts:read')
  useRowKeys()
  return (
    <>
      <PageHead title="Money" />
      <Tabs
        name="tab"
        label="Which money"
        tabs={[
          { value: 'due', label: 'Due' },
          { value: 'in', label: 'In' },
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
