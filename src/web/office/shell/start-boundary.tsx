import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { type ApiFailure, toFailure } from '../api/failure.ts'
import { Failed } from '../parts/list-states.tsx'

type Caught = { readonly failure: ApiFailure | null }

/** A boundary that shows an error with Retry if the session cannot be read. */
export function StartBoundary({ children }: { readonly children: ReactNode }) {
  return <QueryErrorResetBoundary>{({ reset }) => <Boundary reset={reset}>{children}</Boundary>}</QueryErrorResetBoundary>
}

class Boundary extends Component<{ readonly children: ReactNode; readonly reset: () => void }, Caught> {
  override state: Caught = { failure: null }

  static getDerivedStateFromError(thrown: unknown): Caught {
    return { failure: toFailure(thrown) }
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
