import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { counted } from '../plain/words.ts'
import type { Records } from '../portal/api/client.ts'
import { ChoiceField } from '../portal/form/fields.tsx'
import { DateField } from '../portal/form/time-fields.tsx'
import { bookColumns, lineChoices, wayChoices } from '../portal/money/book-columns.tsx'
import { ListStates } from '../portal/parts/list-states.tsx'
import { Pager } from '../portal/parts/pager.tsx'
import { SecondLine, Table } from '../portal/parts/table.tsx'
import { useUrlState } from '../portal/parts/url-state.ts'
import { useDeskPayments, useEveryOperator, useOperatorNames } from './reads.ts'

const defaults = { from: '', to: '', method: '', line: '', operator: '', page: '1' }
const anything = { from: '', to: '', method: '', line: '', operator: '' }

/** What customers of the marketplace paid and got back, the last written down first. */
export function CustomerPayments() {
  const [{ page, ...chosen }, setUrl] = useUrlState(defaults)
  const { from, to, method, line, operator } = chosen
  const query = useDeskPayments(chosen, Number(page))
  const nameOf = useOperatorNames()
  const operators = useEveryOperator().data?.operators ?? []
  const filter = (change: Partial<typeof anything>) => setUrl({ ...change, page: '1' })
  const isFiltered = Object.values(chosen).some((value) => value !== '')
  return (
    <>
      <div className="console-filter">
        <DateField path="from" label="Written down from" value={from} onValue={(day) => filter({ from: day })} />
        <DateField path="to" label="To" value={to} onValue={(day) => filter({ to: day })} />
        <ChoiceField
          path="method"
          label="How"
          value={method}
          onValue={(one) => filter({ method: one ?? '' })}
          choices={wayChoices}
        />
        <ChoiceField
          path="status"
          label="State"
          value={line}
          onValue={(one) => filter({ line: one ?? '' })}
          choices={lineChoices}
        />
        <ChoiceField
          path="operator_ref"
          label="For"
          value={operator}
          onValue={(one) => filter({ operator: one ?? '' })}
          choices={[
            { value: '', label: 'Every operator' },
            ...operators.map(({ operator_ref: ref, name }) => ({ value: ref, label: name })),
          ]}
        />
      </div>
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          isFiltered ? (
            <>
              <p>Nothing came in like that.</p>
              <Button variant="default" onClick={() => filter(anything)}>
                Show the last 90 days
              </Button>
            </>
          ) : (
            <p>Nothing came in during the last 90 days.</p>
          )
        }
      >
        {({ data, meta }) => (
          <>
            <p className="list-count">
              {counted(meta.total, 'line')}
              {from === '' && to === '' && ' of the last 90 days'}, the last written down first
            </p>
            <Table
              caption="What customers paid and got back"
              rows={data}
              rowKey={({ id }) => id}
              columns={[
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
