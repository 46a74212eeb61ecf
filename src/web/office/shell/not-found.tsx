import { Link } from 'wouter'
import { app } from '../api/address.ts'
import { PageHead } from '../parts/page-head.tsx'

/** The page for an unknown address, another account's record, or a page that the role cannot open. */
export function NotFound() {
  return (
    <>
      <PageHead title="Page not found" isLost />
      <p className="prose">Nothing is at {location.pathname}. It may have been moved.</p>
      <p className="failure-steps">
        <Link href="/">{app === 'console' ? 'Go to Trips' : 'Go to Today'}</Link>
        {app === 'portal' && <Link href="/search">Search</Link>}
      </p>
    </>
  )
}
