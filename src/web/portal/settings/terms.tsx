import { Button } from '@mantine/core'
import { computeShare } from '../../../domain/money.ts'
import { formatMoney } from '../../plain/money.ts'
import { type AccountSheet, useAccountSheet } from '../api/account.ts'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TickField, WholeField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { MoneyField } from '../form/money-field.tsx'
import { PerCentField } from '../form/per-cent-field.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { findKeptAmount, type TypedTerm } from './kept.ts'
import './settings.css'

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
  const { settings, currency_code: currency } = account
  const draft = useDraft(null, {
    deposit: settings.deposit_bps as number | null,
    depositMinimum: settings.deposit_minimum_amount as number | null,
    balanceDays: settings.balance_days as number | null,
    chargeBalance: settings.charge_balance,
    terms: settings.cancellation_terms.map(
      ({ days_before, keep_bps, of }): TypedTerm => ({
        days: days_before,
        keepBps: keep_bps,
        of: of as TypedTerm['of'],
      }),
    ) as readonly TypedTerm[],
    closingHours: settings.closing_hours as number | null,
    noShowMinutes: settings.no_show_wait_minutes as number | null,
    checkRequired: settings.vehicle_check_required,
    payoutWeekday: String(settings.payout_weekday),
    unconfirm: settings.unconfirm_on_clash,
  })
  const { values, set } = draft
  const write = useWrite({
    send: (body: Records['AccountInput'], headers) => api.PATCH('/portal/v1/operator', { body, headers }),
    refreshes: [['operator'], ['setup']],
    onDone: () => showNotice('Saved. New quotes use these terms.'),
  })
  const submit = () =>
    void write.run({
      settings: {
        deposit_bps: values.deposit ?? 0,
        deposit_minimum_amount: values.depositMinimum ?? 0,
        balance_days: values.balanceDays ?? 0,
        charge_balance: values.chargeBalance,
        cancellation_terms: values.terms.map(({ days, keepBps, of }) => ({
          days_before: days ?? 0,
          keep_bps: keepBps ?? 0,
          of,
        })),
        closing_hours: values.closingHours ?? 0,
        no_show_wait_minutes: values.noShowMinutes ?? 0,
        vehicle_check_required: values.checkRequired,
        payout_weekday: Number(values.payoutWeekday),
        unconfirm_on_clash: values.unconfirm,
      },
    })
  return (
    <div className="settings-page">
      <PortalForm write={write} submit={submit} button="Save">
        <section className="settings-part" aria-label="Money">
          <h2>Money</h2>
          <div className="form-row">
            <PerCentField
              path="settings.deposit_bps"
              label="Deposit, % of price"
              bps={values.deposit}
              onBps={(deposit) => set({ deposit })}
              isRequired
            />
            <MoneyField
              path="settings.deposit_minimum_amount"
              label="Minimum deposit"
              currency={currency}
              amount={values.depositMinimum}
              onAmount={(depositMinimum) => set({ depositMinimum })}
              isRequired
            />
            <WholeField
              path="settings.balance_days"
              label="Balance due, days before departure"
              value={values.balanceDays}
              onValue={(balanceDays) => set({ balanceDays })}
              isRequired
              most={365}
            />
          </div>
          <TickField
            path="settings.charge_balance"
            label="Charge the balance to the saved card"
            value={values.chargeBalance}
            onValue={(chargeBalance) => set({ chargeBalance })}
          />
          <ChoiceField
            path="settings.payout_weekday"
            label="Payout day"
            value={values.payoutWeekday}
            onValue={(weekday) => set({ payoutWeekday: weekday ?? values.payoutWeekday })}
            choices={weekdays.map((label, nth) => ({ value: String(nth + 1), label }))}
            isRequired
          />
        </section>
        <CancellationRows
          terms={values.terms}
          onTerms={(terms) => set({ terms })}
          currency={currency}
          example={{ price: examplePrice, deposit: computeUsualDeposit(values.deposit, values.depositMinimum) }}
        />
        <section className="settings-part" aria-label="Operations">
          <h2>Operations</h2>
          <div className="form-row">
            <WholeField
              path="settings.closing_hours"
              label="Flag quotes closing within (hours)"
              value={values.closingHours}
              onValue={(closingHours) => set({ closingHours })}
              isRequired
            />
            <WholeField
              path="settings.no_show_wait_minutes"
              label="No-show wait, minutes"
              value={values.noShowMinutes}
              onValue={(noShowMinutes) => set({ noShowMinutes })}
              isRequired
            />
          </div>
          <TickField
            path="settings.vehicle_check_required"
            label="Require a vehicle check before departure"
            value={values.checkRequired}
            onValue={(checkRequired) => set({ checkRequired })}
          />
          <TickField
            path="settings.unconfirm_on_clash"
            label="When a vehicle is booked, change its other quotes to on request"
            value={values.unconfirm}
            onValue={(unconfirm) => set({ unconfirm })}
          />
        </section>
      </PortalForm>
    </div>
  )
}

const examplePrice = 64_000

/** Deposit of the example trip with these terms. */
function computeUsualDeposit(bps: number | null, minimum: number | null): number {
  return Math.min(examplePrice, Math.max(computeShare(examplePrice, bps ?? 0), minimum ?? 0))
}

/** The rows of the cancellation charges, each with a calculated example. */
function CancellationRows(props: {
  readonly terms: readonly TypedTerm[]
  readonly onTerms: (terms: readonly TypedTerm[]) => void
  readonly currency: string
  readonly example: { readonly price: number; readonly deposit: number }
}) {
  const { terms, onTerms, currency, example } = props
  const changeAt = (at: number, change: Partial<TypedTerm>) =>
    onTerms(terms.map((term, nth) => (nth === at ? { ...term, ...change } : term)))
  return (
    <section className="settings-part" aria-label="Cancellation charges">
      <h2>Cancellation charges</h2>
      {terms.map((term, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row without content has no other key
        <div key={nth} className="settings-term">
          <div className="form-row">
            <WholeField
              path={`settings.cancellation_terms.${nth}.days_before`}
              label="Minimum days before departure"
              value={term.days}
              onValue={(days) => changeAt(nth, { days })}
              isRequired
              most={365}
            />
            <PerCentField
              path={`settings.cancellation_terms.${nth}.keep_bps`}
              label="Charge"
              bps={term.keepBps}
              onBps={(keepBps) => changeAt(nth, { keepBps })}
              isRequired
            />
            <ChoiceField
              path={`settings.cancellation_terms.${nth}.of`}
              label="of the"
              value={term.of}
              onValue={(of) => changeAt(nth, { of: of ?? 'deposit' })}
              choices={[
                { value: 'deposit', label: 'Deposit' },
                { value: 'price', label: 'Price' },
              ]}
              isRequired
            />
          </div>
          <p className="second-line">
            Example: {formatMoney(findKeptAmount(term, example), currency)} for a trip of {formatMoney(example.price, currency)}.
            {terms.length > 1 && (
              <Button variant="subtle" size="compact-sm" onClick={() => onTerms(terms.filter((_, other) => other !== nth))}>
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
          onClick={() => onTerms([...terms, { days: null, keepBps: 10_000, of: 'deposit' }])}
          disabled={terms.length >= 6}
        >
          Add row
        </Button>
      </div>
    </section>
  )
}
