import { Button } from '@mantine/core'
import { describePerCentFault, formatTypedPerCent, parsePerCent } from '../plain/per-cent.ts'
import { api, type Records } from '../portal/api/client.ts'
import { showNotice } from '../portal/api/news.ts'
import { useWrite } from '../portal/api/write.ts'
import { AddressFields } from '../portal/form/address-fields.tsx'
import { useDraft } from '../portal/form/draft.ts'
import { TextField } from '../portal/form/fields.tsx'
import { PortalForm } from '../portal/form/form.tsx'
import { buildAddressBody, toTypedAddress } from '../portal/form/typed-address.ts'
import { ListStates } from '../portal/parts/list-states.tsx'
import { PageHead, PrimaryBar } from '../portal/parts/page-head.tsx'
import { Pager } from '../portal/parts/pager.tsx'
import { useRowKeys } from '../portal/parts/row-keys.ts'
import { SideDrawer } from '../portal/parts/side-drawer.tsx'
import { Badge } from '../portal/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../portal/parts/table.tsx'
import { useUrlState } from '../portal/parts/url-state.ts'
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

function AddOperator({ close }: { readonly close: () => void }) {
  const draft = useDraft('console-operator', {
    name: '',
    currency: 'GBP',
    zone: 'Europe/London',
    licence: '',
    address: toTypedAddress(null, 'Europe/London'),
    commission: '10',
    adminName: '',
    adminEmail: '',
  })
  const { values, set } = draft
  const commission = parsePerCent(values.commission)
  const write = useWrite({
    send: (body: Records['OperatorInput'], headers) => api.POST('/platform/v1/operators', { body, headers }),
    refreshes: [['operators']],
    onDone: ({ data }) => {
      draft.clear()
      close()
      showNotice(`${data.name} added. Sign-in link emailed to ${values.adminName.trim()}.`)
    },
  })
  return (
    <PortalForm
      write={write}
      submit={() =>
        void write.run({
          name: values.name.trim(),
          currency_code: values.currency.trim().toUpperCase(),
          timezone: values.zone.trim(),
          operator_licence: values.licence.trim() === '' ? null : values.licence.trim(),
          address: buildAddressBody(values.address),
          commission_bps: commission ?? 0,
          admin_name: values.adminName.trim(),
          admin_email: values.adminEmail.trim(),
        })
      }
      button="Add and invite"
      faults={{ commission_bps: describePerCentFault(values.commission) }}
    >
      <TextField
        path="name"
        label="Company"
        value={values.name}
        onValue={(name) => set({ name })}
        isRequired
        isFocused
        most={160}
      />
      <TextField
        path="operator_licence"
        label="Operator licence"
        value={values.licence}
        onValue={(licence) => set({ licence })}
        most={80}
      />
      <AddressFields path="address" legend="Postal address" values={values.address} onValues={(address) => set({ address })} />
      <div className="form-row">
        <TextField
          path="currency_code"
          label="Currency"
          value={values.currency}
          onValue={(currency) => set({ currency })}
          isRequired
          most={3}
        />
        <TextField path="timezone" label="Time zone" value={values.zone} onValue={(zone) => set({ zone })} isRequired most={64} />
      </div>
      <TextField
        path="commission_bps"
        label="Commission, %"
        value={values.commission}
        onValue={(text) => set({ commission: text })}
        isRequired
      />
      <div className="form-row">
        <TextField
          path="admin_name"
          label="First admin"
          value={values.adminName}
          onValue={(adminName) => set({ adminName })}
          isRequired
        />
        <TextField
          path="admin_email"
          label="Admin’s email"
          type="email"
          value={values.adminEmail}
          onValue={(adminEmail) => set({ adminEmail })}
          isRequired
        />
      </div>
    </PortalForm>
  )
}
