import { Box, Button } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { Icon } from '../parts/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useKeys } from './keys.ts'
import { canOpenPage, type OfficeApp } from './page.ts'

/** The bar above every page: search (`/`), a button for the page `/new` (`n`) and the account menu. */
export function TopBar({ brand, pages, Search }: OfficeApp) {
  const session = useSession()
  const [, navigate] = useLocation()
  const add = pages.find((page) => page.path === '/new' && canOpenPage(session, page))
  useKeys({ ...(add && { n: { says: add.title, run: () => navigate(add.path) } }) })
  return (
    <header className="top">
      <Link className="brand" href="/" aria-label="Charabanc, home">
        <span aria-hidden="true">C</span>
      </Link>
      {brand !== undefined && <strong className="brand-name">{brand}</strong>}
      {Search && <Search />}
      <Box flex={1} />
      {add && (
        <Button
          variant="default"
          className="top-add"
          component={Link}
          href={add.path}
          leftSection={<Icon name="plus" />}
          aria-label={add.title}
        >
          <span className="top-new">{add.title}</span>
        </Button>
      )}
      <AccountMenu />
    </header>
  )
}
