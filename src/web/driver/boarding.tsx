import { useDraft } from './drafts.ts'
import { stepWords } from './duty.ts'
import { Fault, useCheckedForm } from './form.tsx'

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
  const { form, field, saysOf } = useCheckedForm(
    [['people', !/^\d{1,3}$/.test(count), 'Enter how many people are on board, 0 to 999.']],
    async () => {
      onBoard(Number(count))
      letGo()
    },
  )
  return (
    <form {...form}>
      <label class="count">
        People
        <input
          {...field('people')}
          type="number"
          inputMode="numeric"
          required
          min={0}
          max={999}
          step={1}
          value={count}
          onInput={({ currentTarget }) => setPeople(currentTarget.value)}
        />
        <Fault id="people" says={saysOf('people')} />
      </label>
      <button type="submit" class="button main-button">
        {stepWords.on_board}
      </button>
    </form>
  )
}
