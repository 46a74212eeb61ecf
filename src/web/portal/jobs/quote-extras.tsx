import { useState } from 'react'
import { TriChips } from '../../office/form/radio-cards.tsx'
import { inclusionWords } from '../../plain/quote-words.ts'
import { changeMark, findMarks, type QuoteValues } from './quote-draft.ts'

/** Number of chips that show without a choice. */
const usualChips = 4

/** The chips of what a price includes: the usual ones and the marked ones, and a link to the rest. */
export function IncludedChips(props: { readonly values: QuoteValues; readonly set: (change: QuoteValues) => void }) {
  const { values, set } = props
  const [isWhole, setWhole] = useState(false)
  const marks = findMarks(values)
  const chips = inclusionWords.filter(({ code }, nth) => isWhole || nth < usualChips || marks[code] !== undefined)
  const hidden = inclusionWords.length - chips.length
  return (
    <div className="quote-chips">
      <TriChips
        legend="Included / Not included"
        chips={chips}
        value={marks}
        onValue={(code, mark) => set(changeMark(values, code, mark))}
      />
      {hidden > 0 && (
        <button type="button" className="plain-button" onClick={() => setWhole(true)}>
          + {hidden} more
        </button>
      )}
    </div>
  )
}
