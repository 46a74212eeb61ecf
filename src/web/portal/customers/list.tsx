import { Button } from '@mantine/core'
import { formatCount } from '../../../domain/spoken.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { MailLink, PhoneLink } from '../../office/parts/links.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { PageHead, PrimaryBar } from '../../office/parts/page-head.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { type Column, Table } from '../../office/parts/table.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { CustomerName } from '../money/customer.tsx'
import { CustomerFields, customerForm } from './customer-fields.tsx'
import { type OwnCustomer, useCustomers } from './customers.ts'

const defaults = { page: '1', add: '' }

const columns: readonly Column<OwnCustomer>[] = [
  { name: 'Name', cell: (customer) => <CustomerName customer={customer} /> },
  {
    name: 'Phone',
    cell: ({ phone, name }) => (phone === null ? '–' : <PhoneLink phone={phone} name={name} />),
  },
  { name: 'Email', cell: ({ email }) => (email === null ? '–' : <MailLink email={email} />) },
  {
    name: 'Account',
    cell: ({ account }) => (account === null ? '–' : `${formatCount(account.terms_days, 'day')} from the invoice`),
  },
]

/** The list of customers (`/portal/customers`) with contact details and accounts. */
export function CustomerList() {
  const [{ page, add }, setUrl] = useUrlState(defaults)
  const { can } = useSession()
  const query = useCustomers(Number(page))
  useRowKeys()
  const addButton = can('quotes:write') ? <Button onClick={() => setUrl({ add: '1' })}>Add customer</Button> : null
  return (
    <>
      <PageHead title="Customers" />
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <>
            <p>No customers yet. Add one to find them by name or phone number and to invoice them.</p>
            {addButton}
          </>
        }
      >
        {({ data, meta }) => (
          <>
            <p className="list-count">{formatCount(meta.total, 'customer')}</p>
            <Table
              caption="Customers"
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              link={({ id }) => ({ href: `/customers/${id}` })}
            />
            <Pager meta={meta} />
            {addButton !== null && <PrimaryBar>{addButton}</PrimaryBar>}
          </>
        )}
      </ListStates>
      <SideDrawer title="Add customer" isOpen={add !== ''} close={() => setUrl({ add: '' })} isWide>
        <AddCustomer close={() => setUrl({ add: '' })} />
      </SideDrawer>
    </>
  )
}

function AddCustomer({ close }: { readonly close: () => void }) {
  const draft = customerForm.useDraft('customer-new', {})
  const write = useWrite({
    send: (body: Records['OwnCustomerInput'], headers) => api.POST('/portal/v1/customers', { body, headers }),
    refreshes: [['customers']],
    onDone: ({ data }) => {
      draft.clear()
      close()
      showNotice(`${data.organisation ?? data.name} saved.`)
    },
  })
  return (
    <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Add customer">
      <CustomerFields draft={draft} isFocused />
    </OfficeForm>
  )
}
