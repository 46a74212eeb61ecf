import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'

type Caught = { readonly isBroken: boolean }

/** Keeps the rest of the portal there when one page fails to be drawn, or its code cannot be loaded. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, Caught> {
  override state: Caught = { isBroken: false }

  static getDerivedStateFromError(): Caught {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <div className="failed" role="alert">
        <p>
          This page could not be shown. What you had sent is not lost. If the portal was just updated, loading it again helps.
        </p>
        <Button size="xs" variant="default" onClick={() => location.reload()}>
          Load it again
        </Button>
      </div>
    )
  }
}
