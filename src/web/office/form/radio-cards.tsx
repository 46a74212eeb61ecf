import { Button, Group, Radio, Stack } from '@mantine/core'
import { useId } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useFieldError } from './form.tsx'
import type { Tri } from './tri.ts'

/** Two or three options with a sentence each, as large cards. */
export function RadioCards<Value extends string>(props: {
  readonly legend: string
  readonly value: Value | null
  readonly onValue: (value: Value) => void
  readonly cards: readonly { readonly value: Value; readonly label: string; readonly help: string }[]
  /** Path in the API, if the field has one. */
  readonly path?: string
  /** Error if nothing is chosen. */
  readonly missing?: string
}) {
  const name = useId()
  const path = props.path ?? name
  return (
    <Radio.Group
      label={props.legend}
      error={useFieldError(path, props.legend)}
      name={name}
      value={props.value}
      onChange={(value) => props.onValue(value as Value)}
      data-path={path}
      data-missing={props.missing}
    >
      <Stack gap="xs">
        {props.cards.map(({ value, label, help }) => (
          <Radio key={value} className="radio-card" value={value} label={label} description={help} required />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const next = { none: 'in', in: 'out', out: null } as const
const spoken = { in: 'included', out: 'not included', none: 'not stated' } as const
const looks = {
  in: { variant: 'light', color: 'var(--good)' },
  out: { variant: 'light', color: 'var(--wrong)' },
  none: { variant: 'default' },
} as const
const signs = {
  in: <Icon name="check" />,
  out: <Icon name="cross" />,
  none: null,
} as const

/** Chips that change from “not stated” to “included” to “not included” and back. The accessible name holds the word. */
export function TriChips<Code extends string>(props: {
  readonly legend: string
  readonly chips: readonly { readonly code: Code; readonly label: string }[]
  readonly value: Readonly<Partial<Record<Code, Tri>>>
  readonly onValue: (code: Code, value: Tri) => void
}) {
  return (
    <fieldset className="field-group">
      <legend>{props.legend}</legend>
      <Group gap="xs">
        {props.chips.map(({ code, label }) => {
          const state = props.value[code] ?? 'none'
          return (
            <Button
              key={code}
              size="xs"
              radius="xl"
              {...looks[state]}
              onClick={() => props.onValue(code, next[state])}
              leftSection={signs[state]}
            >
              <span>
                {label} <span className={state === 'none' ? 'unseen' : undefined}>({spoken[state]})</span>
              </span>
            </Button>
          )
        })}
      </Group>
    </fieldset>
  )
}
