import { toFailure } from '../office/api/failure.ts'
import { UnknownNotes } from '../office/money-lists/unknown-notes.tsx'
import { Failed } from '../office/parts/list-states.tsx'
import { PageHead } from '../office/parts/page-head.tsx'
import { useRowKeys } from '../office/parts/row-keys.ts'
import { UrlTabs } from '../office/parts/tabs.tsx'
import { useUrlState } from '../office/parts/url-state.ts'
import { CustomerPayments } from './customer-payments.tsx'
import { PayoutRun } from './payout-run.tsx'
import { useUnclaimedMoney } from './reads.ts'
import '../office/money-lists/money.css'

const defaults = { tab: 'payouts' }

/** The Money page of the console: payouts to operators and payments from customers (`/console/money`). */
export function MarketMoney() {
  const [{ tab }] = useUrlState(defaults)
  useRowKeys()
  return (
    <>
      <PageHead title="Money" />
      <UrlTabs
        name="tab"
        label="Money sections"
        tabs={[
          { value: 'payouts', label: 'To operators' },
          { value: 'payments', label: 'From customers' },
        ]}
      />
      <UnclaimedMoney />
      {tab === 'payments' ? <CustomerPayments /> : <PayoutRun />}
    </>
  )
}

/** Notes on card payments without a known operator. Empty without any. */
function UnclaimedMoney() {
  const { data, error, refetch } = useUnclaimedMoney()
  if (data === undefined) return error === null ? null : <Failed failure={toFailure(error)} retry={refetch} />
  return <UnknownNotes unknown={data.data.unknown} />
}
