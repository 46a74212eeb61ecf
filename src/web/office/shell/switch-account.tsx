import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { base } from '../api/address.ts'
import { api, callSession, requireAnswer } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { showFailure } from '../api/refused.ts'
import { useSession } from '../api/session.ts'
import { ListStates } from '../parts/list-states.tsx'
import { removeOpenedRecords } from '../parts/opened.ts'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { OperatorChoice } from '../sign-in/operator-choice.tsx'

/**
 * A drawer that switches to another account of the same person, by their email address.
 */
export function SwitchAccount({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  return (
    <SideDrawer title="Switch account" isOpen={isOpen} close={close}>
      {isOpen && <OtherAccounts />}
    </SideDrawer>
  )
}

function OtherAccounts() {
  const { operatorRef } = useSession()
  const [isBusy, setBusy] = useState(false)
  const query = useQuery({
    queryKey: ['accounts'],
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/accounts', { signal })),
  })
  const move = async (operator_ref: string) => {
    setBusy(true)
    try {
      await callSession('POST', '/session/switch', { operator_ref })
      queries.clear()
      removeOpenedRecords()
      location.assign(base)
    } catch (thrown) {
      setBusy(false)
      showFailure(thrown)
    }
  }
  const others = (data: readonly { readonly operator_ref: string; readonly name: string }[]) =>
    data.filter((one) => one.operator_ref !== operatorRef)
  return (
    <ListStates
      query={query}
      isEmpty={({ data }) => others(data).length === 0}
      empty={<p>No other accounts use your email address. Ask an admin to invite you.</p>}
    >
      {({ data }) => <OperatorChoice operators={others(data)} choose={(ref) => void move(ref)} isBusy={isBusy} />}
    </ListStates>
  )
}
