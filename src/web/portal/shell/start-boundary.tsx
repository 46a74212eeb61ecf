import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { type ApiFailure, asFailure } from '../api/failure.ts'
import { Failed } from '../parts/list-states.tsx'

type Caught = { readonly failure: ApiFailure | null }

/** A boundary that stands in while it is not known who is signed in: it says why not, with Retry. */
export function StartBoundary({ children }: { readonly children: ReactNode }) {
  return <QueryErrorResetBoundary>{({ reset }) => <Boundary reset={reset}>{children}</Boundary>}</QueryErrorResetBoundary>
}

class Boundary extends Component<{ readonly children: ReactNode; readonly reset: () => void }, Caught> {
  override state: Caught = { failure: null }

  static getDerivedStateFromError(thrown: unknown): Caught {
    return { failure: asFailure(thrown) }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    const retry = () => {
      this.props.reset()
      this.setState({ failure: null })
    }
    return (
      <main className="page">
        <Failed failure={failure} retry={retry} />
      </main>
    )
  }
}
