import { useState } from 'preact/hooks'

type SwitchProps = {
  readonly label: string
  readonly isOn: boolean
  /** Resolves once the office has answered. */
  readonly onSwitch: (isOn: boolean) => Promise<void>
}

/** Something that is on or off at the office. It shows what was wished until the answer is there, and then how it stands. */
export function Switch({ label, isOn, onSwitch }: SwitchProps) {
  const [wish, setWish] = useState<boolean | null>(null)
  const flip = async (isWanted: boolean) => {
    if (wish !== null) return
    setWish(isWanted)
    try {
      await onSwitch(isWanted)
    } finally {
      setWish(null)
    }
  }
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={wish ?? isOn}
        aria-busy={wish !== null}
        onChange={({ currentTarget }) => flip(currentTarget.checked)}
      />
      {label}
    </label>
  )
}
