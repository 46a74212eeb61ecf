import { usePage } from './parts.tsx'

/** The note beside every card button; nothing if customers pay by transfer. */
export function CardNote() {
  const { payNote } = usePage()
  return payNote === '' ? null : <p class="faint">{payNote}</p>
}
