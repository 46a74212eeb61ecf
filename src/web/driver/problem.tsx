import { goToPage, useApp } from './app.ts'
import { useSavedDraft } from './drafts.ts'
import { DriverFaultCount, DriverFieldFault, useCheckedForm } from './form.tsx'
import { Link } from './parts.tsx'
import { decideEntry } from './sending.ts'
import { toApiInstant } from './server-time.ts'

/** Kinds of problems, each with a name and an icon that differs at arm's length. */
const kinds = [
  ['delay', 'Delay', 'M12 6v6l4 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18'],
  ['breakdown', 'Breakdown', 'M14 6a4 4 0 0 0 4 5L9 20l-4-4 9-9M3 3l4 4'],
  ['collision', 'Collision', 'M2 17h7l3-4-3-4H2M22 7l-5 5 5 5M12 3v3M12 18v3'],
  ['injury', 'Injury', 'M9 3h6v6h6v6h-6v6H9v-6H3V9h6z'],
  ['passenger_behaviour', 'Behaviour', 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-5 16-5 16 0'],
  ['lost_property', 'Lost property', 'M4 8h16v12H4zM9 8V5h6v3'],
  ['access_problem', 'No access', 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M7 12h10'],
  ['wrong_details', 'Wrong details', 'M6 3h9l4 4v14H6zM10 11l5 6M15 11l-5 6'],
  ['other', 'Other', 'M5 12h.1M12 12h.1M19 12h.1'],
] as const

const severities = [
  ['low', 'We can continue'],
  ['medium', 'We need help'],
  ['high', 'We cannot continue'],
] as const

/** `at` (ms) is the time of the first report, after a refusal. */
const blank = { kind: '', severity: 'low', note: '', minutes: '', at: null as number | null }

/** The page that reports a problem on a trip. In an emergency it shows the number to call first. */
export function ProblemPage({ tripRef }: { readonly tripRef: string }) {
  const { me } = useApp()
  const draft = `problem.${tripRef}`
  const [told, keepAll, letGo] = useSavedDraft(draft, blank)
  const { kind, severity, note, minutes, at } = told
  const set = (changes: Partial<typeof blank>) => keepAll({ ...told, ...changes })
  const phone = me?.operator.phone ?? null

  const rules = [
    ['kind', kind === '', 'Choose a problem.'],
    ['minutes', kind === 'delay' && !isMinutes(minutes), 'Enter the minutes late, 1 to 1440.'],
    ['note', note === '', 'Enter a description.'],
  ] as const
  const { form, field, saysOf, count } = useCheckedForm(rules, async () => {
    const happened = Math.min(at ?? Date.now(), Date.now())
    const body = {
      kind,
      severity,
      occurred_at: toApiInstant(happened),
      note: note.trim(),
      ...(kind === 'delay' && minutes !== '' && { delay_minutes: Number(minutes) }),
    }
    const typed = { page: `/trips/${tripRef}/problem`, draft, value: told }
    await decideEntry({ path: `/trips/${tripRef}/incidents`, title: 'Problem', tripRef, body, typed, at: happened })
    letGo()
    goToPage(`/trips/${tripRef}`)
  })

  return (
    <main class="page">
      <h1>Problem</h1>
      <form {...form}>
        <KindChoice kind={kind} says={saysOf('kind')} onChoice={(chosen) => set({ kind: chosen })} />
        {(kind === 'collision' || kind === 'injury') && <Emergency />}
        <SeverityChoice severity={severity} onChoice={(chosen) => set({ severity: chosen })} />
        {kind === 'delay' && (
          <label>
            Minutes late
            <input
              {...field('minutes')}
              type="number"
              inputMode="numeric"
              min={1}
              max={1440}
              required
              value={minutes}
              onInput={({ currentTarget }) => set({ minutes: currentTarget.value })}
            />
            <DriverFieldFault id="minutes" says={saysOf('minutes')} />
          </label>
        )}
        <label>
          Description
          <textarea
            {...field('note')}
            required
            maxLength={2000}
            value={note}
            onInput={({ currentTarget }) => set({ note: currentTarget.value })}
          />
          <DriverFieldFault id="note" says={saysOf('note')} />
        </label>
        <DriverFaultCount count={count} />
        <button type="submit" class="button main-button">
          Report to office
        </button>
      </form>
      {phone !== null && (
        <a class="button quiet-button" href={`tel:${phone.replaceAll(' ', '')}`}>
          Call office
        </a>
      )}
      <Link to={`/trips/${tripRef}`} className="button quiet-button">
        Back to job
      </Link>
    </main>
  )
}

type KindProps = { readonly kind: string; readonly says: string | null; readonly onChoice: (kind: string) => void }

function KindChoice({ kind, says, onChoice }: KindProps) {
  return (
    <fieldset aria-describedby={says === null ? undefined : 'kind-fault'}>
      <legend>Type of problem</legend>
      <div class="grid">
        {kinds.map(([value, name, path], nth) => (
          <label key={value} class="choice">
            <input
              id={nth === 0 ? 'kind' : undefined}
              type="radio"
              name="kind"
              class="unseen"
              required
              value={value}
              checked={kind === value}
              onChange={() => onChoice(value)}
            />
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={path} />
            </svg>
            {name}
          </label>
        ))}
      </div>
      <DriverFieldFault id="kind" says={says} />
    </fieldset>
  )
}

/** The number to call before the report. */
function Emergency() {
  return (
    <div class="box wrong" role="alert">
      <p>
        <strong>Is anybody hurt or in danger?</strong> Call first, report later.
      </p>
      <a class="button danger-button" href="tel:999">
        Call 999
      </a>
    </div>
  )
}

type SeverityProps = { readonly severity: string; readonly onChoice: (severity: string) => void }

function SeverityChoice({ severity, onChoice }: SeverityProps) {
  return (
    <fieldset>
      <legend>Severity</legend>
      {severities.map(([value, name]) => (
        <label key={value} class="choice">
          <input type="radio" name="severity" value={value} checked={severity === value} onChange={() => onChoice(value)} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

function isMinutes(text: string): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_440
}
