import { TextInput } from '@mantine/core'
import { currencySign, moneyFrom, typedMoney } from '../../plain/money.ts'
import { fieldWords } from '../../plain/refusal-words.ts'
import { type FieldProps, useField } from './fields.tsx'
import { useTypedText } from './form.tsx'

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
  const how = fieldWords('office', props.path, 'must be a number') ?? 'Enter an amount like 640 or 640.50.'
  const [text, type] = useTypedText(props.path, amount === null ? '' : typedMoney(amount, currency))
  const isRead = (typed: string) => typed.trim() === '' || moneyFrom(typed, currency) !== null
  // A value set from outside, such as “as last quote”, is shown; what is being typed is left as it is.
  const shown = amount !== null && moneyFrom(text, currency) !== amount ? typedMoney(amount, currency) : text
  const isWrong = !isRead(shown)
  return (
    <TextInput
      {...field}
      className="money-field"
      inputMode="decimal"
      autoComplete="off"
      leftSection={<span className="quiet">{currencySign(currency)}</span>}
      ref={(input) => input?.setCustomValidity(isWrong ? how : '')}
      value={shown}
      error={isWrong ? how : field.error}
      onChange={({ currentTarget: { value } }) => {
        type(value, isRead(value))
        props.onAmount(moneyFrom(value, currency))
      }}
      onBlur={() => {
        const typed = moneyFrom(text, currency)
        if (typed !== null) type(typedMoney(typed, currency), true)
      }}
    />
  )
}
