import { useView } from './parts.tsx'

const cards = [
  ['pm_card_visa', 'Play card that pays'],
  ['pm_card_chargeDeclined', 'Play card that is declined'],
  ['pm_card_authenticationRequired', 'Play card that needs the bank’s consent'],
] as const

/** The card that a form begins with. */
export const firstCard = cards[0][0]

type CardChoiceProps = {
  readonly id: string
  readonly value: string
  readonly onChoose: (card: string) => void
  readonly hasSaved?: boolean
}

/** How it is paid; where people pay by transfer there is nothing to choose. */
export function CardChoice({ id, value, onChoose, hasSaved = false }: CardChoiceProps) {
  const { isTransfer } = useView()
  if (isTransfer) return null
  return (
    <>
      <label for={id}>How you pay</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {hasSaved && <option value="">The card you have paid with</option>}
        {cards.map(([card, words]) => (
          <option key={card} value={card}>
            {words}
          </option>
        ))}
      </select>
    </>
  )
}
