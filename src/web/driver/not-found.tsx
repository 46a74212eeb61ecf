import { useApp } from './app.ts'
import { Link } from './parts.tsx'

/** The page at an address that the app does not have, or of a job that is not this driver's. */
export function NotFound() {
  const phone = useApp().me?.operator.phone ?? null
  return (
    <main class="page">
      <h1>Page not found</h1>
      <p>This job is not on your list.</p>
      <Link to="/trips" className="button quiet-button">
        My jobs
      </Link>
      {phone !== null && (
        <a class="button quiet-button" href={`tel:${phone.replaceAll(' ', '')}`}>
          Call the office
        </a>
      )}
    </main>
  )
}
