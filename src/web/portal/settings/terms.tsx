import { Button } from '@mantine/core'
import { computeShare } from '../../../domain/money.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import type { BoundDraft } from '../../office/form/bound-fields.tsx'
import type { TypedBody } from '../../office/form/typed.ts'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { formatMoney } from '../../plain/money.ts'
import { type AccountSheet, useAccountSheet } from '../api/account.ts'
import { accountForm } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

type Term = TypedBody<Records['CancellationTermInput']>

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The terms (`/portal/settings/terms`): deposit, balance, cancellation charges and operations. */
export function TermsSettings() {
  return (
    <>
      <PageHead title="Terms" />
      <ReadStates query={useAccountSheet()}>{({ data }) => <AccountTermsForm account={data} />}</ReadStates>
    </>
  )
}

function AccountTermsForm({ account }: { readonly account: AccountSheet }) {
  const { bank_details: _bank, vat: _vat, depot: _depot, ...settings } = account.settings
  const currency = account.currency_code
  const initial = { settings }
  const draft = accountForm.useDraft(null, initial)
  const write = useWrite({
    send: (body: Records['AccountInput'], headers) => api.PATCH('/portal/v1/operator', { body, headers }),
    refreshes: [['operator'], ['setup']],
    onDone: () => showNotice('Saved. New quotes use these terms.'),
  })
  return (
    <div className="settings-page">
      <SettingsForm write={write} draft={draft} initial={initial} submit={() => void write.run(draft.buildBody())}>
        <section className="settings-part" aria-label="Money">
          <h2>Money</h2>
          <div className="form-row">
            <accountForm.PerCent at="settings.deposit_bps" label="Deposit, % of price" isRequired />
            <accountForm.Money at="settings.deposit_minimum_amount" label="Minimum deposit" currency={currency} isRequired />
            <accountForm.Whole at="settings.balance_days" label="Balance due, days before departure" isRequired />
          </div>
          <accountForm.Tick at="settings.charge_balance" label="Charge the balance to the saved card" />
          <accountForm.Numbered
            at="settings.payout_weekday"
            label="Payout day"
            choices={weekdays.map((label, nth) => ({ value: nth + 1, label }))}
            isRequired
          />
        </section>
        <CancellationRows draft={draft} currency={currency} />
        <section className="settings-part" aria-label="Operations">
          <h2>Operations</h2>
          <div className="form-row">
            <accountForm.Whole at="settings.closing_hours" label="Flag quotes closing within (hours)" isRequired />
            <accountForm.Whole at="settings.no_show_wait_minutes" label="No-show wait, minutes" isRequired />
          </div>
          <accountForm.Tick at="settings.vehicle_check_required" label="Require a vehicle check before departure" />
          <accountForm.Tick
            at="settings.unconfirm_on_clash"
            label="When a vehicle is booked, change its other quotes to on request"
          />
        </section>
      </SettingsForm>
    </div>
  )
}

const examplePrice = 64_000

/** The rows of the cancellation charges, each with a calculated example. */
function CancellationRows(props: { readonly draft: BoundDraft<Records['AccountInput']>; readonly currency: string }) {
  const { draft, currency } = props
  const { cancellation_terms, deposit_bps, deposit_minimum_amount } = draft.values.settings ?? {}
  const terms: readonly Term[] = cancellation_terms ?? []
  const deposit = Math.min(examplePrice, Math.max(computeShare(examplePrice, deposit_bps ?? 0), deposit_minimum_amount ?? 0))
  const setTerms = (next: readonly Term[]) => draft.setAt('settings.cancellation_terms', next)
  return (
    <section className="settings-part" aria-label="Cancellation charges">
      <h2>Cancellation charges</h2>
      {terms.map(({ of, keep_bps }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row without content has no other key
        <div key={nth} className="settings-term">
          <div className="form-row">
            <accountForm.Whole at={`settings.cancellation_terms.${nth}.days_before`} label="Minimum days before departure" />
            <accountForm.PerCent at={`settings.cancellation_terms.${nth}.keep_bps`} label="Charge" />
            <accountForm.Choice at={`settings.cancellation_terms.${nth}.of`} label="of the" />
          </div>
          <p className="second-line">
            Example: {formatMoney(computeKeptAmount(of === 'price' ? examplePrice : deposit, keep_bps ?? 0), currency)} for a trip
            of {formatMoney(examplePrice, currency)}.
            {terms.length > 1 && (
              <Button variant="subtle" size="compact-sm" onClick={() => setTerms(terms.filter((_, other) => other !== nth))}>
                Remove row
              </Button>
            )}
          </p>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="sm"
          onClick={() => setTerms([...terms, { keep_bps: 10_000, of: 'deposit' }])}
          disabled={terms.length >= 6}
        >
          Add row
        </Button>
      </div>
    </section>
  )
}

/** The part of an amount that is kept. Rounds like the server: half a penny is in the customer’s favour. */
function computeKeptAmount(whole: number, bps: number): number {
  return whole - computeShare(whole, 10_000 - bps)
}
