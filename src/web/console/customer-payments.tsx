import { Link } from 'wouter'
import type { Records } from '../office/api/client.ts'
import { ChoiceField } from '../office/form/fields.tsx'
import { bookColumns, bookDayColumn } from '../office/money-lists/book-columns.tsx'
import { anyPayment, NoPayments, PaymentCount, PaymentFilters } from '../office/money-lists/payment-list.tsx'
import { ListStates } from '../office/parts/list-states.tsx'
import { Pager } from '../office/parts/pager.tsx'
import { SecondLine, Table } from '../office/parts/table.tsx'
import { useUrlState } from '../office/parts/url-state.ts'
import { useDeskPayments, useEveryOperator, useOperatorNames } from './reads.ts'

const anything = { ...anyPayment, operator: '' }
const defaults = { ...anything, page: '1' }

/** The list of customers' payments and refunds, latest recorded first. */
export function CustomerPayments() {
  const [{ page, ...chosen }, setUrl] = useUrlState(defaults)
  const query = useDeskPayments(chosen, Number(page))
  const nameOf = useOperatorNames()
  const operators = useEveryOperator().data?.operators ?? []
  const filter = (change: Partial<typeof anything>) => setUrl({ ...change, page: '1' })
  const isFiltered = Object.values(chosen).some((value) => value !== '')
  return (
    <>
      <div className="console-filter">
        <PaymentFilters filter={chosen} onFilter={filter} />
        <ChoiceField
          path="operator_ref"
          label="Operator"
          value={chosen.operator}
          onValue={(one) => filter({ operator: one ?? '' })}
          choices={[
            { value: '', label: 'All operators' },
            ...operators.map(({ operator_ref: ref, name }) => ({ value: ref, label: name })),
          ]}
        />
      </div>
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={<NoPayments isFiltered={isFiltered} onClear={() => filter(anything)} />}
      >
        {({ data, meta }) => (
          <>
            <PaymentCount total={meta.total} filter={chosen} />
            <Table
              caption="Customers’ payments and refunds"
              rows={data}
              rowKey={({ id }) => id}
              columns={[
                bookDayColumn,
                { name: 'Customer', cell: ({ customer_name }: Records['DeskPayment']) => customer_name },
                {
                  name: 'Trip',
                  cell: ({ ref, operator_ref }: Records['DeskPayment']) => (
                    <>
                      <Link className="ref" href={`/trips/${ref}`}>
                        {ref}
                      </Link>
                      <SecondLine>{operator_ref === null ? '–' : nameOf(operator_ref)}</SecondLine>
                    </>
                  ),
                },
                ...bookColumns,
              ]}
            />
            <Pager meta={meta} />
          </>
        )}
      </ListStates>
    </>
  )
}
