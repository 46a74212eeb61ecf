import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { Section } from '../parts/facts.tsx'
import { useSetup } from './setup.ts'

const steps: Readonly<Record<string, readonly [button: string, href: string]>> = {
  people: ['Invite people', '/settings/team'],
  fleet: ['Add coaches', '/vehicles?add=1'],
  drivers: ['Add drivers', '/drivers?add=1'],
  mail: ['Set up mail', '/settings/mail'],
  bank_details: ['Enter the account', '/settings'],
  cancellation_terms: ['Look at the terms', '/settings/terms'],
  first_job: ['New booking', '/new'],
}

/**
 * The steps that a company has still to take. Before its first trip they show where `isNew`, open; after it where not,
 * folded. They show nowhere once all are done.
 */
export function SetupList({ isNew }: { readonly isNew: boolean }) {
  const { data } = useSetup()
  const open = data?.data.steps.filter(({ done }) => !done) ?? []
  if (open.length === 0 || open.some(({ code }) => code === 'first_job') !== isNew) return null
  return (
    <div className="today-setup">
      <Section title={isNew ? 'To get going' : `Still to set up: ${open.length}`} isFolded={!isNew}>
        <ul className="today-lines">
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
      </Section>
    </div>
  )
}
