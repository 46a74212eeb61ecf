import { ActionIcon, Menu } from '@mantine/core'
import { useSession } from '../../office/api/session.ts'
import { Icon } from '../../office/parts/icon.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { UrlTabs } from '../../office/parts/tabs.tsx'
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
  const seesPayouts = can('payouts:read')
  useRowKeys()
  return (
    <>
      <PageHead title="Money" beside={<MoneyMenu reconcile={() => setUrl({ pay: 'find' })} />} />
      <MoneyFigures />
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
