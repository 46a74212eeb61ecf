import { Button } from '@mantine/core'
import { counted } from '../../../domain/spoken.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { Form } from '../form/form.tsx'
import { CustomerName } from '../money/customer.tsx'
import { MailLink, PhoneLink } from '../parts/links.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { PageHead, PrimaryBar } from '../parts/page-head.tsx'
import { Pager } from '../parts/pager.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { CustomerFields, customerBodyOf, customerFrom } from './customer-fields.tsx'
import { type OwnCustomer, useCustomers } from './customers.ts'

const defaults = { page: '1', add: '' }

const columns: readonly Column<OwnCustomer>[] = [
  { name: 'Who', cell: (customer) => <CustomerName customer={customer} /> },
  {
    name: 'Number',
    cell: ({ phone, name }) => (phone === null ? '–' : <PhoneLink phone={phone} name={name} />),
  },
  { name: 'E-mail', cell: ({ email }) => (email === null ? '–' : <MailLink email={email} />) },
  {
    name: 'Account',
    cell: ({ account }) => (account === null ? '–' : `${counted(account.terms_days, 'day')} after the invoice`),
  },
]

/** The customers that are kept (`/portal/customers`): how to reach them, and who pays by invoice. */
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
            <p>No customer is kept yet. Who is, is found by name or number when they ring, and may pay by invoice.</p>
            {addButton}
          </>
        }
      >
        {({ data, meta }) => (
          <>
            <p className="list-count">{counted(meta.total, 'customer')}</p>
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
  const { zone } = useSession()
  const draft = useDraft('customer-new', customerFrom(null, zone))
  const write = useWrite({
    send: (body: Records['OwnCustomerInput'], headers) => api.POST('/portal/v1/customers', { body, headers }),
    refreshes: [['customers']],
    onDone: ({ data }) => {
      draft.clear()
      close()
      say(`${data.organisation ?? data.name} is kept.`)
    },
  })
  return (
    <Form write={write} submit={() => void write.run(customerBodyOf(draft.values))} button="Add">
      <CustomerFields values={draft.values} set={draft.set} isFocused />
    </Form>
  )
}
