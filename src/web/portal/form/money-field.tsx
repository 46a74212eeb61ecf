import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { currencySign, moneyFrom, typedMoney } from '../../plain/money.ts'
import { type FieldProps, useField } from './fields.tsx'

/**
 * An amount as people write it (`640`, `640.50`), handed on in minor units; null while the field is empty or no amount. The
 * currency always stands before it.
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
  const [text, setText] = useState(amount === null ? '' : typedMoney(amount, currency))
  const isWrong = text.trim() !== '' && moneyFrom(text, currency) === null
  // A value set from outside, such as “as last quote”, is shown; what is being typed is left as it is.
  const shown = amount !== null && moneyFrom(text, currency) !== amount ? typedMoney(amount, currency) : text
  const type = (typed: string) => {
    setText(typed)
    props.onAmount(moneyFrom(typed, currency))
  }
  return (
    <TextInput
      {...field}
      className="money-field"
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span className="quiet">{currencySign(currency)}</span>}
      value={shown}
      error={isWrong ? 'Write an amount like 640 or 640.50.' : field.error}
      onChange={({ currentTarget }) => {
        const wrong = currentTarget.value.trim() !== '' && moneyFrom(currentTarget.value, currency) === null
        currentTarget.setCustomValidity(wrong ? 'Write an amount like 640 or 640.50.' : '')
        type(currentTarget.value)
      }}
      onBlur={() => {
        const typed = moneyFrom(text, currency)
        if (typed !== null) setText(typedMoney(typed, currency))
      }}
    />
  )
}
