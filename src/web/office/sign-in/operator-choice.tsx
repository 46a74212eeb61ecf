import { Button, Stack } from '@mantine/core'

export type OperatorToChoose = { readonly operator_ref: string; readonly name: string }

/** One button for each operator of this email address. Equal names also show the reference. */
export function OperatorChoice(props: {
  readonly operators: readonly OperatorToChoose[]
  readonly choose: (operatorRef: string) => void
  readonly isBusy: boolean
}) {
  const { operators } = props
  const isAlone = (name: string) => operators.filter((one) => one.name === name).length === 1
  return (
    <section aria-labelledby="choice">
      <p id="choice">You have several accounts. Choose one.</p>
      <Stack gap="xs" mt="sm">
        {operators.map(({ operator_ref, name }) => (
          <Button
            key={operator_ref}
            variant="default"
            size="md"
            disabled={props.isBusy}
            onClick={() => props.choose(operator_ref)}
          >
            {isAlone(name) ? name : `${name} (${operator_ref})`}
          </Button>
        ))}
      </Stack>
    </section>
  )
}
