import { asFailure } from '../portal/api/failure.ts'
import { UnknownNotes } from '../portal/money/unknown-notes.tsx'
import { Failed } from '../portal/parts/list-states.tsx'
import { PageHead } from '../portal/parts/page-head.tsx'
import { useRowKeys } from '../portal/parts/row-keys.ts'
import { Tabs } from '../portal/parts/tabs.tsx'
import { useUrlState } from '../portal/parts/url-state.ts'
import { CustomerPayments } from './customer-payments.tsx'
import { PayoutRun } from './payout-run.tsx'
import { useUnclaimedMoney } from './reads.ts'
import '../portal/money/money.css'

const defaults = { tab: 'payouts' }

/** The page of what operators are owed and what customers paid (`/console/money`). */
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
      <UnclaimedMoney />
      {tab === 'payments' ? <CustomerPayments /> : <PayoutRun />}
    </>
  )
}

/** Money of which no payment knows and no operator is told; nothing where there is none of it. */
function UnclaimedMoney() {
  const { data, error, refetch } = useUnclaimedMoney()
  if (data === undefined) return error === null ? null : <Failed failure={asFailure(error)} retry={refetch} />
  return <UnknownNotes unknown={data.data.unknown} />
}
