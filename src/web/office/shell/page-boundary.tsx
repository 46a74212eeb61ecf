import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'

type Caught = { readonly isBroken: boolean }

/** Keeps the rest of the portal visible when one page fails to render or to load. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, Caught> {
  override state: Caught = { isBroken: false }

  static getDerivedStateFromError(): Caught {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <div className="failed" role="alert">
        <p>This page could not be loaded. Your saved data is not affected. Reload the page.</p>
        <Button size="xs" variant="default" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    )
  }
}
