import { duesIn, refsIn } from '../../plain/bank-line.ts'
import { TextAreaField } from '../form/fields.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { Money } from '../parts/money.tsx'
import { SecondLine } from '../parts/table.tsx'
import { CustomerName } from './customer.tsx'
import { useLongestDues } from './money.ts'

const signs = { ref: 'its reference', amount: 'the very amount', name: 'the name' } as const

/**
 * A search for the trip that a payment is for. A line of the bank statement is pasted, or a reference typed, and the
 * trips it may be about are offered.
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
        label="Line of the bank statement, or the reference"
        value={line}
        onValue={onLine}
        most={500}
        help="Paste it as it stands, such as “FPI A SMITH TR-7K3MQ2 512.00”."
        isFocused
      />
      <ReadStates query={query}>
        {({ data }) => {
          const matches = duesIn(line, data).slice(0, 8)
          const known = new Set(matches.map(({ due }) => due.ref))
          const others = refsIn(line).filter((ref) => !known.has(ref))
          const isFound = matches.length > 0 || others.length > 0
          if (line.trim() === '') return <p className="quiet">What it may be about shows up here.</p>
          return (
            <>
              <p role="status">{isFound ? 'It may be for:' : 'Nothing in it tells which trip it is for. Type the reference.'}</p>
              <ul className="money-matches">
                {matches.map(({ due, by }) => (
                  <li key={due.ref}>
                    <button type="button" onClick={() => choose(due.ref)}>
                      <span className="ref">{due.ref}</span>
                      <Money amount={due.due_amount} currency={due.currency_code} />
                      <span>
                        <CustomerName customer={due.customer} />
                        <SecondLine>Found by {by.map((one) => signs[one]).join(' and ')}</SecondLine>
                      </span>
                    </button>
                  </li>
                ))}
                {others.map((ref) => (
                  <li key={ref}>
                    <button type="button" onClick={() => choose(ref)}>
                      <span className="ref">{ref}</span>
                      <SecondLine>Not among what has been owed longest</SecondLine>
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
