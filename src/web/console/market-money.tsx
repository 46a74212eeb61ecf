import { PageHead } from '../portal/parts/page-head.tsx'
import { useRowKeys } from '../portal/parts/row-keys.ts'
import { Tabs } from '../portal/parts/tabs.tsx'
import { useUrlState } from '../portal/parts/url-state.ts'
import { CustomerPayments } from './customer-payments.tsx'
import { PayoutRun } from './payout-run.tsx'
import '../portal/money/money.css'

const defaults = { tab: 'payouts' }

/** What operators are owed and what customers paid (`/console/money`). */
export function MarketMoney() {
  const [{ tab }] = useUrlState(defaults)
  useRowKeys()
  return (
    <>
      <PageHead title="Money" />
      <Tabs
        name="tab"
        label="Which money"
        tabs={[
          { value: 'payouts', label: 'To operators' },
          { value: 'payments', label: 'From customers' },
        ]}
      />
      {tab === 'payments' ? <CustomerPayments /> : <PayoutRun />}
    </>
  )
}
