import { Link } from 'wouter'
import { PageHead } from '../parts/page-head.tsx'

/**
 * The page at an address that the portal does not have, that is another account's, or that this person's role does not
 * open.
 */
export function NotFound() {
  return (
    <>
      <PageHead title="There is no such page" />
      <p className="prose">
        The address is wrong, or what it leads to belongs to another account or is not open to your role.{' '}
        <Link href="/">Go to the first page</Link>, or ask an admin of your account for the role.
      </p>
    </>
  )
}
