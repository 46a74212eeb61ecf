import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../../domain/spoken.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { toFailure } from '../../office/api/failure.ts'
import { queries } from '../../office/api/queries.ts'
import { describeFailedCall } from '../../office/api/refused.ts'
import { ReasonMenu } from '../../office/parts/row-actions.tsx'
import { sendDecline } from './declining.ts'
import { type DeclineCode, declineChoices } from './job-words.ts'

type Outcome = { readonly ref: string; readonly words: string; readonly isDone: boolean }

/** Declines several jobs with one reason, one after another, and shows each result. */
export function BulkDecline(props: { readonly refs: readonly string[]; readonly done: () => void }) {
  const { refs } = props
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const [isBusy, setBusy] = useState(false)
  const isOffline = useLostAt() !== null
  const declineAll = async (reason: DeclineCode) => {
    setBusy(true)
    const heard: Outcome[] = []
    for (const ref of refs) {
      try {
        await sendDecline(ref, reason)
        heard.push({ ref, words: 'declined', isDone: true })
      } catch (thrown) {
        heard.push({ ref, words: describeFailedCall(toFailure(thrown)).says, isDone: false })
      }
      setOutcomes([...heard])
    }
    setBusy(false)
    props.done()
    await queries.invalidateQueries({ queryKey: ['jobs'] })
    await queries.invalidateQueries({ queryKey: ['board'] })
  }
  if (refs.length === 0 && outcomes.length === 0) return null
  return (
    <div className="bulk" role="status">
      {refs.length > 0 && (
        <ReasonMenu
          label={`Reason to decline ${formatCount(refs.length, 'job')}`}
          reasons={declineChoices}
          choose={(reason) => void declineAll(reason)}
          target={
            <Button variant="default" size="sm" loading={isBusy} disabled={isOffline}>
              Decline {formatCount(refs.length, 'job')}
            </Button>
          }
        />
      )}
      {outcomes.length > 0 && (
        <ul>
          {outcomes.map(({ ref, words, isDone }) => (
            <li key={ref} className={isDone ? undefined : 'late'}>
              <span className="ref">{ref}</span>: {words}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
