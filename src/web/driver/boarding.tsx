import { useSavedDraft } from './drafts.ts'
import { stepWords } from './duty.ts'
import { DriverFieldFault, useCheckedForm } from './form.tsx'

type BoardingProps = {
  /** The name of the draft, for one leg of one trip. */
  readonly draft: string
  /** Number of booked passengers. */
  readonly usual: number
  readonly onBoard: (people: number) => void
}

/** The form with the number of passengers on board, and its button. */
export function Boarding({ draft, usual, onBoard }: BoardingProps) {
  const [people, setPeople, letGo] = useSavedDraft<string | null>(draft, null)
  const count = people ?? String(usual)
  const { form, field, saysOf } = useCheckedForm(
    [['people', !/^\d{1,3}$/.test(count), 'Enter the number of passengers on board, 0 to 999.']],
    async () => {
      onBoard(Number(count))
      letGo()
    },
  )
  return (
    <form {...form}>
      <label>
        Passengers
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
        <DriverFieldFault id="people" says={saysOf('people')} />
      </label>
      <button type="submit" class="button main-button">
        {stepWords.on_board}
      </button>
    </form>
  )
}
