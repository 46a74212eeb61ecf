import { usePage } from './parts.tsx'

/** The note beside every button that leads to a card; nothing where people pay by transfer. */
export function CardNote() {
  const { payNote } = usePage()
  return payNote === '' ? null : <p class="faint">{payNote}</p>
}
