import { Section, usePage, useView } from './parts.tsx'
import { lettingGo, otherwiseSentence, requestSentence } from './sentences.ts'
import { isAsking, isHeld } from './shown.ts'

/** How the request to book stands, and how it is taken back. */
export function AskedFirst() {
  const { act, isBusy } = usePage()
  const view = useView()
  const sentence = requestSentence(view)
  const held = isHeld(view.trip)
  const takeBack = () => {
    const after = lettingGo(view)
    act({ path: '/cancel-request', body: {}, place: 'request', done: () => after })
  }
  return (
    <Section id="request" title={sentence ? 'Your request' : 'Changed your mind?'} isShown={sentence !== null || held}>
      <p id="request-text">{sentence ?? otherwiseSentence(view)}</p>
      {(isAsking(view.trip) || held) && (
        <button type="button" class="quiet" id="take-back" disabled={isBusy} onClick={takeBack}>
          {held ? 'Let this offer go' : 'Take the request back'}
        </button>
      )}
    </Section>
  )
}
