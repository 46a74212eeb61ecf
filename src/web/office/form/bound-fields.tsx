import { Checkbox, Flex } from '@mantine/core'
import { createContext, type HTMLInputTypeAttribute, type ReactNode, useContext } from 'react'
import { formatWord } from '../../plain/words.ts'
import { findEndOfDay, toZoneDay } from '../../plain/zone.ts'
import { useSession } from '../api/session.ts'
import { buildBody } from './body.ts'
import { type TypedDraft, useDraft } from './draft.ts'
import { ChoiceField, TextAreaField, TextField, TickField, WholeField } from './fields.tsx'
import { FormContext, useFieldError } from './form.tsx'
import type { Limit, Limits } from './limits.ts'
import { MoneyField } from './money-field.tsx'
import { findValueAt, type PathTo } from './paths.ts'
import { PerCentField } from './per-cent-field.tsx'
import { RadioCards } from './radio-cards.tsx'
import { DateField, MomentField } from './time-fields.tsx'
import type { TypedBody } from './typed.ts'

/** The draft of a form, with the body to send. */
export type BoundDraft<Body extends object> = TypedDraft<TypedBody<Body>> & { readonly buildBody: () => Body }

/** Properties of a bound field. `isRequired` overrides the schema, for a change of a record or a field that depends on others. */
type Bound<Body, Value> = BoundTo<Value> & { readonly at: PathTo<Body, Value> & string }

type BoundTo<Value> = {
  readonly at: string
  readonly label: string
  readonly help?: string | undefined
  readonly isRequired?: boolean | undefined
  /** Called with a new value, for fields that depend on it. */
  readonly onChanged?: (value: Value | null) => void
}

/** Properties of a group of inputs, which has no help and no required mark. */
type BoundGroup<Body, Value> = Omit<Bound<Body, Value>, 'help' | 'isRequired'>

type Choice = { readonly value: string; readonly label: string; readonly isOff?: boolean }

type TickChoice = { readonly value: string; readonly label: string; readonly help?: string }

const PathContext = createContext('')

/** A part of a form. The paths of its fields begin below `at`, so that two forms can share the fields of `luggage`. */
export function FormPart({ at, children }: { readonly at: string; readonly children: ReactNode }) {
  return <PathContext value={`${useContext(PathContext)}${at}.`}>{children}</PathContext>
}

/** A React hook that returns the path of a field in the form, its value in the draft, and a function to change it. */
export function useBoundValue<Value>(at: string) {
  const { draft } = useContext(FormContext)
  const path = useContext(PathContext) + at
  if (draft === null) throw new Error(`The form of the field ${path} has no draft.`)
  const value = (findValueAt(draft.values, path) ?? null) as Value | null
  return { path, value, onValue: (next: Value | null) => draft.setAt(path, next) }
}

/**
 * The fields of a body, bound by their paths. The schema gives their limits.
 * `const driver = createForm<Records['DriverInput']>(readLimits('DriverInput'))` makes `<driver.Text at="name" label="Name" />`, for
 * use in `<OfficeForm draft={draft}>` with `const draft = driver.useDraft('driver-new', {})`.
 */
export function createForm<Body extends object>(limits: Limits) {
  const byPath = new Map(Object.entries(limits))
  const findLimit = (path: string): Limit => byPath.get(path.replaceAll(/(?<=\.)\d+(?=\.|$)/g, '*')) ?? {}

  /** A React hook that returns a field's properties, its limits, its value in the draft, and a function to change it. */
  function useBound<Value>({ at, label, help, isRequired, onChanged }: BoundTo<Value>) {
    const { path, value, onValue: change } = useBoundValue<Value>(at)
    const limit = findLimit(at)
    const field = { path, label, ...(help !== undefined && { help }), isRequired: isRequired ?? limit.isRequired ?? false }
    const onValue = (next: Value | null) => {
      change(next)
      onChanged?.(next)
    }
    return { field, limit, value, onValue }
  }

  return {
    /** A React hook for the draft of a form. The browser keeps it under `name` until it is sent. */
    useDraft(name: string | null, initial: TypedBody<Body>): BoundDraft<Body> {
      const draft = useDraft(name, initial)
      return { ...draft, buildBody: () => buildBody(draft.values, limits) as Body }
    },

    Text(
      props: Bound<Body, string> & {
        readonly type?: HTMLInputTypeAttribute
        readonly autoComplete?: string
        readonly isFocused?: boolean
      },
    ) {
      const { type, autoComplete, isFocused } = props
      const { field, limit, value, onValue } = useBound<string>(props)
      return (
        <TextField {...field} {...{ type, autoComplete, isFocused }} value={value ?? ''} onValue={onValue} most={limit.most} />
      )
    },

    TextArea(props: Bound<Body, string> & { readonly least?: number; readonly isFocused?: boolean }) {
      const { field, limit, value, onValue } = useBound<string>(props)
      const { least = limit.least } = props
      const { most } = limit
      return <TextAreaField {...field} {...{ least, most }} isFocused={props.isFocused} value={value ?? ''} onValue={onValue} />
    },

    /** A whole number. */
    Whole(props: Bound<Body, number> & { readonly least?: number }) {
      const { field, limit, value, onValue } = useBound<number>(props)
      return <WholeField {...field} value={value} onValue={onValue} least={props.least ?? limit.least} most={limit.most} />
    },

    /** One of `choices`, else of the values in the schema. Clearable if the API allows null, except with `isClearable={false}`. */
    Choice(props: Bound<Body, string> & { readonly choices?: readonly Choice[]; readonly isClearable?: false }) {
      const { field, limit, value, onValue } = useBound<string>(props)
      const choices = props.choices ?? limit.choices?.map((one) => ({ value: one, label: formatWord(one) })) ?? []
      const isClearable = props.isClearable ?? limit.isNullable
      return <ChoiceField {...field} value={value} onValue={onValue} choices={choices} isClearable={isClearable} />
    },

    /** One of `choices`, whose values are numbers, such as ids. */
    Numbered(props: Bound<Body, number> & { readonly choices: readonly { readonly value: number; readonly label: string }[] }) {
      const { field, value, onValue } = useBound<number>(props)
      const choices = props.choices.map((one) => ({ ...one, value: String(one.value) }))
      const choose = (chosen: string | null) => onValue(chosen === null ? null : Number(chosen))
      const chosen = value === null ? null : String(value)
      return <ChoiceField {...field} value={chosen} onValue={choose} choices={choices} isClearable={false} />
    },

    /** One of two or three options with a sentence each. */
    Cards(
      props: BoundGroup<Body, string> & {
        readonly cards: readonly { readonly value: string; readonly label: string; readonly help: string }[]
        readonly missing?: string
      },
    ) {
      const { field, value, onValue } = useBound<string>(props)
      const { cards, missing } = props
      return (
        <RadioCards
          legend={field.label}
          path={field.path}
          {...{ value, onValue, cards }}
          {...(missing !== undefined && { missing })}
        />
      )
    },

    Tick(props: Bound<Body, boolean>) {
      const { field, value, onValue } = useBound<boolean>(props)
      return <TickField {...field} value={value ?? false} onValue={onValue} />
    },

    /** Several of the values in the schema, or of `choices` in a column with a line of help each. */
    Ticks(
      props: BoundGroup<Body, readonly string[]> & {
        readonly words?: (value: string) => string
        readonly choices?: readonly TickChoice[]
      },
    ) {
      const { field, value, onValue } = useBound<readonly string[]>(props)
      const { words = formatWord } = props
      const known = findLimit(`${props.at}.*`).choices ?? []
      const choices: readonly TickChoice[] = props.choices ?? known.map((one) => ({ value: one, label: words(one) }))
      return (
        <Checkbox.Group
          label={field.label}
          error={useFieldError(field.path, field.label)}
          value={[...(value ?? [])]}
          onChange={onValue}
          data-path={field.path}
        >
          <Flex direction={props.choices === undefined ? 'row' : 'column'} wrap="wrap" gap="sm" mt={4}>
            {choices.map((choice) => (
              <Checkbox key={choice.value} value={choice.value} label={choice.label} description={choice.help} />
            ))}
          </Flex>
        </Checkbox.Group>
      )
    },

    /** A day, `2026-11-24`. */
    Day(props: Bound<Body, string>) {
      const { field, value, onValue } = useBound<string>(props)
      return <DateField {...field} value={value ?? ''} onValue={onValue} />
    },

    /** A day in the account's time zone. The draft holds the instant at its end. */
    EndOfDay(props: Bound<Body, string>) {
      const { field, value, onValue } = useBound<string>(props)
      const { zone } = useSession()
      return <DateField {...field} value={toZoneDay(value, zone)} onValue={(day) => onValue(findEndOfDay(day, zone))} />
    },

    /** A date and time in `zone`, else in the account's time zone. The draft holds the instant. */
    Moment(props: Bound<Body, string> & { readonly zone?: string }) {
      const { field, value, onValue } = useBound<string>(props)
      const session = useSession()
      return <MomentField {...field} zone={props.zone ?? session.zone} value={value} onValue={onValue} />
    },

    /** An amount in minor units of `currency`, else of the account's currency. */
    Money(props: Bound<Body, number> & { readonly currency?: string }) {
      const { field, value, onValue } = useBound<number>(props)
      const session = useSession()
      return <MoneyField {...field} currency={props.currency ?? session.currency} amount={value} onAmount={onValue} />
    },

    /** A percentage in hundredths of a per cent. */
    PerCent(props: Bound<Body, number>) {
      const { field, value, onValue } = useBound<number>(props)
      return <PerCentField {...field} bps={value} onBps={onValue} />
    },
  }
}
