import { useApp } from './app.ts'
import { Link } from './parts.tsx'

/** The page for an unknown address, or for another driver's job. */
export function DriverNotFound() {
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
