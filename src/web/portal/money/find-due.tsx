import { TextAreaField } from '../../office/form/fields.tsx'
import { useLongestDues } from '../../office/money-lists/money.ts'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { Money } from '../../office/parts/money.tsx'
import { SecondLine } from '../../office/parts/table.tsx'
import { listMatchingDues, listRefsInLine } from '../../plain/bank-line.ts'
import { CustomerName } from './customer.tsx'

const signs = { ref: 'reference', amount: 'amount', name: 'name' } as const

/**
 * A search for the trip of a payment, by a pasted line of the bank statement or by a reference.
 */
export function FindDue(props: {
  readonly line: string
  readonly onLine: (line: string) => void
  readonly choose: (ref: string) => void
}) {
  const { line, onLine, choose } = props
  const query = useLongestDues()
  return (
    <div className="money-find">
      <TextAreaField
        path="line"
        label="Bank statement line or trip reference"
        value={line}
        onValue={onLine}
        most={500}
        help="For example “FPI A SMITH TR-7K3MQ2 512.00”."
        isFocused
      />
      <ReadStates query={query}>
        {({ data }) => {
          const matches = listMatchingDues(line, data).slice(0, 8)
          const known = new Set(matches.map(({ due }) => due.ref))
          const others = listRefsInLine(line).filter((ref) => !known.has(ref))
          const isFound = matches.length > 0 || others.length > 0
          if (line.trim() === '') return <p className="quiet">Matching trips appear here.</p>
          return (
            <>
              <p role="status">{isFound ? 'Possible matches:' : 'No matching trip. Enter the reference.'}</p>
              <ul className="money-matches">
                {matches.map(({ due, by }) => (
                  <li key={due.ref}>
                    <button type="button" onClick={() => choose(due.ref)}>
                      <span className="ref">{due.ref}</span>
                      <Money amount={due.due_amount} currency={due.currency_code} />
                      <span>
                        <CustomerName customer={due.customer} />
                        <SecondLine>Matches {by.map((one) => signs[one]).join(' and ')}</SecondLine>
                      </span>
                    </button>
                  </li>
                ))}
                {others.map((ref) => (
                  <li key={ref}>
                    <button type="button" onClick={() => choose(ref)}>
                      <span className="ref">{ref}</span>
                      <SecondLine>Not among the oldest outstanding amounts</SecondLine>
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </ReadStates>
    </div>
  )
}
