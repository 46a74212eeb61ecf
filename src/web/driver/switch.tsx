import { useState } from 'preact/hooks'

type SwitchProps = {
  readonly label: string
  readonly isOn: boolean
  /** Resolves after the office's response. */
  readonly onSwitch: (isOn: boolean) => Promise<void>
}

/** A switch for a setting at the office. It shows the requested state until the response, and then the actual one. */
export function Switch({ label, isOn, onSwitch }: SwitchProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const flip = async (isWanted: boolean) => {
    if (chosen !== null) return
    setChosen(isWanted)
    try {
      await onSwitch(isWanted)
    } finally {
      setChosen(null)
    }
  }
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={chosen ?? isOn}
        aria-busy={chosen !== null}
        onChange={({ currentTarget }) => flip(currentTarget.checked)}
      />
      {label}
    </label>
  )
}
