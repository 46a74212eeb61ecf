import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { useSetup } from './setup.ts'

const steps: Readonly<Record<string, readonly [button: string, href: string]>> = {
  people: ['Invite people', '/settings/team'],
  fleet: ['Add vehicles', '/vehicles?add=1'],
  drivers: ['Add drivers', '/drivers?add=1'],
  mail: ['Set up email', '/settings/mail'],
  bank_details: ['Add bank account', '/settings/profile'],
  cancellation_terms: ['Check terms', '/settings/terms'],
  first_job: ['New booking', '/new'],
}

/**
 * The open setup steps of a company. Shown open before its first trip (`isNew`), folded after it, and not at all once done.
 */
export function SetupList({ isNew }: { readonly isNew: boolean }) {
  const { data } = useSetup()
  const open = data?.data.steps.filter(({ done }) => !done) ?? []
  if (open.length === 0 || open.some(({ code }) => code === 'first_job') !== isNew) return null
  return (
    <div className="today-setup">
      <FoldableSection title={isNew ? 'Getting started' : `Setup steps left: ${open.length}`} isFolded={!isNew}>
        <ul className="list-card today-lines">
          {open.map(({ code, hint }) => {
            const step = steps[code]
            return (
              <li key={code} className="today-line today-step" data-row>
                <span className="today-says">{hint}</span>
                {step !== undefined && (
                  <Button component={Link} href={step[1]} variant="default" size="xs" className="today-button">
                    {step[0]}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      </FoldableSection>
    </div>
  )
}
