import { Box, Button, Menu, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { app, base, isSignedIn } from '../api/address.ts'
import { callSession } from '../api/client.ts'
import { toFailure } from '../api/failure.ts'
import { showRefusal } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { showFailure } from '../api/refused.ts'
import { useSession } from '../api/session.ts'
import { removeAllDrafts } from '../form/draft.ts'
import { Icon } from '../parts/icon.tsx'
import { removeOpenedRecords } from '../parts/opened.ts'
import { SwitchAccount } from './switch-account.tsx'

const schemes = [
  ['auto', 'Same as device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

/** Signs this device out and clears its data. */
async function signOut(): Promise<void> {
  try {
    await callSession('DELETE', '/session')
  } catch (thrown) {
    const failure = toFailure(thrown)
    if (failure.status !== 401) {
      if (failure.isOffline) showRefusal('No connection. You are still signed in on this device.')
      else showFailure(failure, { before: 'You are still signed in on this device' })
      return
    }
  }
  isSignedIn.clear()
  queries.clear()
  removeAllDrafts()
  removeOpenedRecords()
  location.assign(`${base}/sign-in`)
}

/** The account menu: the signed-in person, switch of account, colour scheme and sign-out. */
export function AccountMenu() {
  const session = useSession()
  const [isSwitching, setSwitching] = useState(false)
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            className="account"
            aria-label={`${session.operator}: account of ${session.name}`}
          >
            <Icon name="person" />
            <span className="account-name">{session.operator}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Box maw="18rem" px="sm" py="xs">
            <strong>{session.name}</strong>
            <span className="second-line">{session.email}</span>
            <span className="second-line">
              {session.operator} · {session.role}
            </span>
            {session.role === 'admin' && !session.isAdmin && (
              <span className="second-line">Sign in again to act as an admin.</span>
            )}
          </Box>
          <Menu.Divider />
          {app === 'portal' && <Menu.Item onClick={() => setSwitching(true)}>Switch account…</Menu.Item>}
          {app === 'console' && (
            <Menu.Item component={Link} href="/devices">
              Devices
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}>
            {schemes.map(([scheme, label]) => (
              <Menu.RadioItem key={scheme} value={scheme}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item onClick={signOut}>Sign out</Menu.Item>
          <Menu.Divider />
          <Box maw="18rem" px="sm" py="xs">
            <span className="second-line">Town names: GeoNames (CC BY 4.0)</span>
          </Box>
        </Menu.Dropdown>
      </Menu>
      <SwitchAccount isOpen={isSwitching} close={() => setSwitching(false)} />
    </>
  )
}
