import { useDraft } from './drafts.ts'
import { stepWords } from './duty.ts'

type BoardingProps = {
  /** The name under which what is typed is kept: of one leg of one trip. */
  readonly draft: string
  /** Number of people who were booked. */
  readonly usual: number
  readonly onBoard: (people: number) => void
}

/** A form for how many have got on, with the button that says so. */
export function Boarding({ draft, usual, onBoard }: BoardingProps) {
  const [people, setPeople, letGo] = useDraft<string | null>(draft, null)
  const count = people ?? String(usual)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onBoard(Number(count))
        letGo()
      }}
    >
      <label class="count">
        People
        <input
          type="number"
          inputMode="numeric"
          required
          min={0}
          max={999}
          step={1}
          value={count}
          onInput={({ currentTarget }) => setPeople(currentTarget.value)}
        />
      </label>
      <button type="submit" class="button main-button">
        {stepWords.on_board}
      </button>
    </form>
  )
}
