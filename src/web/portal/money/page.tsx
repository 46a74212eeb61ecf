import { ActionIcon, Menu } from '@mantine/core'
import { useSession } from '../../office/api/session.ts'
import { Icon } from '../../office/parts/icon.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { findChosenTab, UrlTabs } from '../../office/parts/tabs.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { DueTab } from './due.tsx'
import { InTab } from './in.tsx'
import { InvoicesTab } from './invoices.tsx'
import { MoneyFigures } from './money-figures.tsx'
import { PayoutsTab } from './payouts.tsx'
import { RecordPaymentDrawer } from './record-payment.tsx'
import '../../office/money-lists/money.css'

const defaults = { tab: 'due', pay: '' }

/** The Money page (`/portal/money`): outstanding amounts, payments, invoices and payouts, with the drawer that records a payment. */
export function MoneyPage() {
  const [{ tab, pay }, setUrl] = useUrlState(defaults)
  const { can } = useSession()
  useRowKeys()
  const tabs = [
    { value: 'due', label: 'Outstanding' },
    { value: 'in', label: 'Payments' },
    { value: 'invoices', label: 'Invoices' },
    ...(can('payouts:read') ? [{ value: 'payouts', label: 'Payouts' }] : []),
  ]
  const shown = findChosenTab(tabs, tab)
  return (
    <>
      <PageHead title="Money" beside={<MoneyMenu reconcile={() => setUrl({ pay: 'find' })} />} />
      <MoneyFigures />
      <UrlTabs name="tab" label="Money sections" tabs={tabs} />
      {shown === 'due' && <DueTab />}
      {shown === 'in' && <InTab />}
      {shown === 'invoices' && <InvoicesTab />}
      {shown === 'payouts' && <PayoutsTab />}
      <RecordPaymentDrawer pay={pay} choose={(ref) => setUrl({ pay: ref })} close={() => setUrl({ pay: '' })} />
    </>
  )
}

function MoneyMenu({ reconcile }: { readonly reconcile: () => void }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon className="money-menu" variant="default" size="lg" aria-label="More actions">
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={reconcile}>Reconcile bank statement</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
