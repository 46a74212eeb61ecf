import { Button } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { Icon } from '../parts/icon.tsx'
import { isRouteOpenTo } from '../route.ts'
import { routes } from '../routes.ts'
import { SearchField } from '../search/search-field.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useKeys } from './keys.ts'

/** The bar above every page: search (`/`), new booking (`n`) and the account menu. */
export function TopBar() {
  const session = useSession()
  const [, navigate] = useLocation()
  const hasNew = routes.some((route) => route.path === '/new' && isRouteOpenTo(session, route))
  useKeys({ ...(hasNew && { n: { says: 'New booking', run: () => navigate('/new') } }) })
  return (
    <header className="top">
      <Link className="brand" href="/" aria-label="Charabanc, home">
        <span aria-hidden="true">C</span>
      </Link>
      <SearchField />
      <span className="top-space" />
      {hasNew && (
        <Button variant="default" component={Link} href="/new" leftSection={<Icon name="plus" />} aria-label="New booking">
          New
        </Button>
      )}
      <AccountMenu />
    </header>
  )
}
