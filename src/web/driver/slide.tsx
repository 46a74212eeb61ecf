import { useRef, useState } from 'preact/hooks'
import { AskingButton } from './parts.tsx'

type SlideProps = {
  readonly label: string
  readonly question: string
  readonly onDone: () => void
  readonly isDisabled?: boolean
}

/** Share of the way that counts as the whole. */
const enough = 0.8

/**
 * A slider instead of a button, so that a glove cannot press it by accident. Below it a button with a question serves people
 * who cannot slide.
 */
export function Slide({ label, question, onDone, isDisabled = false }: SlideProps) {
  const track = useRef<HTMLDivElement>(null)
  const [grip, setGrip] = useState<{ readonly from: number; readonly by: number } | null>(null)
  const room = () => (track.current?.clientWidth ?? 300) - 64

  const start = (event: PointerEvent) => {
    if (isDisabled) return
    track.current?.setPointerCapture(event.pointerId)
    setGrip({ from: event.clientX, by: 0 })
  }
  const move = (event: PointerEvent) => {
    if (grip === null) return
    setGrip({ ...grip, by: Math.max(0, Math.min(room(), event.clientX - grip.from)) })
  }
  const end = () => {
    if (grip !== null && grip.by >= room() * enough) onDone()
    setGrip(null)
  }

  return (
    <div>
      <div
        ref={track}
        class={isDisabled ? 'slide slide-off' : 'slide'}
        aria-hidden="true"
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={() => setGrip(null)}
      >
        <span class="slide-grip" style={{ transform: `translateX(${grip?.by ?? 0}px)` }}>
          →
        </span>
        <span class="slide-label">Slide: {label}</span>
      </div>
      <AskingButton label={`${label}…`} question={question} yes={label} onYes={onDone} isDisabled={isDisabled} />
    </div>
  )
}
