import { TextInput } from '@mantine/core'
import { findCurrencySign, formatTypedMoney, parseMoney } from '../../plain/money.ts'
import { describeFieldFaults } from '../../plain/refusal-words.ts'
import { type FieldProps, useField } from './fields.tsx'
import { useTypedText } from './form.tsx'

/**
 * A field for an amount (`640`, `640.50`) in minor units. Null while empty or unreadable. Shows the currency before the
 * amount.
 */
export function MoneyField(
  props: FieldProps & {
    readonly currency: string
    readonly amount: number | null
    readonly onAmount: (amount: number | null) => void
  },
) {
  const { currency, amount } = props
  const field = useField(props)
  const how = describeFieldFaults('office', props.path, 'must be a number') ?? 'Enter an amount, such as 640 or 640.50.'
  const [text, type] = useTypedText(props.path, amount === null ? '' : formatTypedMoney(amount, currency))
  const isRead = (typed: string) => typed.trim() === '' || parseMoney(typed, currency) !== null
  // Shows a value set from outside, such as the last price. Leaves the text alone while the user types.
  const shown = amount !== null && parseMoney(text, currency) !== amount ? formatTypedMoney(amount, currency) : text
  const isWrong = !isRead(shown)
  return (
    <TextInput
      {...field}
      styles={{ input: { textAlign: 'end' } }}
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span className="quiet">{findCurrencySign(currency)}</span>}
      ref={(input) => input?.setCustomValidity(isWrong ? how : '')}
      value={shown}
      error={isWrong ? how : field.error}
      onChange={({ currentTarget: { value } }) => {
        type(value, isRead(value))
        props.onAmount(parseMoney(value, currency))
      }}
      onBlur={() => {
        const typed = parseMoney(text, currency)
        if (typed !== null) type(formatTypedMoney(typed, currency), true)
      }}
    />
  )
}
