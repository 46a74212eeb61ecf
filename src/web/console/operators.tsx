import { Button } from '@mantine/core'
import { api, type Records } from '../office/api/client.ts'
import { showNotice } from '../office/api/news.ts'
import { useWrite } from '../office/api/write.ts'
import { AddressFields } from '../office/form/address-fields.tsx'
import { createForm } from '../office/form/bound-fields.tsx'
import { OfficeForm } from '../office/form/form.tsx'
import { readLimits } from '../office/form/limits.ts' with { type: 'macro' }
import { ListStates } from '../office/parts/list-states.tsx'
import { PageHead, PrimaryBar } from '../office/parts/page-head.tsx'
import { Pager } from '../office/parts/pager.tsx'
import { useRowKeys } from '../office/parts/row-keys.ts'
import { SideDrawer } from '../office/parts/side-drawer.tsx'
import { Badge } from '../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../office/parts/table.tsx'
import { useUrlState } from '../office/parts/url-state.ts'
import { formatTypedPerCent } from '../plain/per-cent.ts'
import { type MarketOperator, useOperators } from './reads.ts'

const defaults = { add: '', page: '1' }

const columns: readonly Column<MarketOperator>[] = [
  {
    name: 'Operator',
    cell: ({ name, operator_ref }) => (
      <>
        {name}
        <SecondLine>{operator_ref}</SecondLine>
      </>
    ),
  },
  { name: 'Licence', cell: ({ operator_licence }) => operator_licence ?? '–' },
  { name: 'Phone', cell: ({ phone }) => phone ?? '–' },
  { name: 'Commission', isNumber: true, cell: ({ commission_bps }) => `${formatTypedPerCent(commission_bps)} %` },
  { name: 'Currency', cell: ({ currency_code }) => currency_code },
  {
    name: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'good' : 'wrong'}>{status === 'active' ? 'Active' : 'Suspended'}</Badge>
    ),
  },
]

/** The page of the marketplace's operators (`/console/operators`). */
export function OperatorList() {
  const [{ add, page }, setUrl] = useUrlState(defaults)
  const query = useOperators(Number(page))
  useRowKeys()
  const addButton = <Button onClick={() => setUrl({ add: '1' })}>Add operator</Button>
  return (
    <>
      <PageHead title="Operators" />
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <>
            <p>No operators yet.</p>
            {addButton}
          </>
        }
      >
        {({ data, meta }) => (
          <>
            <Table
              caption="Operators"
              columns={columns}
              rows={data}
              rowKey={({ operator_ref }) => operator_ref}
              link={({ operator_ref }) => ({ href: `/operators/${operator_ref}` })}
            />
            <Pager meta={meta} />
            <PrimaryBar>{addButton}</PrimaryBar>
          </>
        )}
      </ListStates>
      <SideDrawer title="Add operator" isOpen={add !== ''} close={() => setUrl({ add: '' })}>
        <AddOperator close={() => setUrl({ add: '' })} />
      </SideDrawer>
    </>
  )
}

const operatorForm = createForm<Records['OperatorInput']>(readLimits('OperatorInput'))

function AddOperator({ close }: { readonly close: () => void }) {
  const timezone = 'Europe/London'
  const draft = operatorForm.useDraft('console-operator', { currency_code: 'GBP', timezone, commission_bps: 1_000 })
  const write = useWrite({
    send: (body: Records['OperatorInput'], headers) => api.POST('/platform/v1/operators', { body, headers }),
    refreshes: [['operators']],
    onDone: ({ data }, { admin_name }) => {
      draft.clear()
      close()
      showNotice(`${data.name} added. Sign-in link emailed to ${admin_name}.`)
    },
  })
  const submit = () => {
    const body = draft.buildBody()
    void write.run({ ...body, currency_code: body.currency_code.toUpperCase() })
  }
  return (
    <OfficeForm write={write} draft={draft} submit={submit} button="Add and invite">
      <operatorForm.Text at="name" label="Company" isFocused />
      <operatorForm.Text at="operator_licence" label="Operator licence" />
      <AddressFields at="address" legend="Postal address" zone={timezone} />
      <div className="form-row">
        <operatorForm.Text at="currency_code" label="Currency" />
        <operatorForm.Text at="timezone" label="Time zone" />
      </div>
      <operatorForm.PerCent at="commission_bps" label="Commission, %" isRequired />
      <div className="form-row">
        <operatorForm.Text at="admin_name" label="First admin" isRequired />
        <operatorForm.Text at="admin_email" label="Admin’s email" type="email" isRequired />
      </div>
    </OfficeForm>
  )
}
