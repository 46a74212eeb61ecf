import { Button } from '@mantine/core'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { useDraft } from '../../office/form/draft.ts'
import { BoundPlaceField } from '../../office/trip-fields/place-field.tsx'
import {
  buildChangedPlaceBody,
  buildPlaceBody,
  emptyPlace,
  type PlaceDraft,
  toPlaceDraft,
} from '../../office/trip-fields/places.ts'
import type { AccountSheet } from '../api/account.ts'
import '../../office/trip-fields/trip-fields.css'
import { SettingsForm } from './settings-form.tsx'

/** The form of the depot, the start and end of the vehicles' empty drives. */
export function DepotSettings({ account }: { readonly account: AccountSheet }) {
  const { depot } = account.settings
  const initial = toDepotDraft(depot)
  const draft = useDraft(null, initial)
  const write = useWrite({
    send: (body: Records['AccountInput'], headers) => api.PATCH('/portal/v1/operator', { body, headers }),
    refreshes: [['operator'], ['setup'], ['jobs']],
    onDone: ({ data }) => {
      const kept = data.settings.depot
      draft.set(toDepotDraft(kept))
      showNotice(kept === null ? 'Depot removed.' : 'Depot saved.')
    },
  })
  const save = (place: PlaceDraft | null) => {
    const body = place && (depot === null ? buildPlaceBody(place) : buildChangedPlaceBody(depot, place))
    void write.run({ settings: { depot: body } })
  }
  return (
    <SettingsForm
      write={write}
      draft={draft}
      initial={initial}
      submit={() => save(draft.values.settings.depot)}
      button="Save depot"
      others={
        depot !== null && (
          <Button variant="subtle" color="gray" onClick={() => save(null)}>
            Remove depot
          </Button>
        )
      }
    >
      <section className="settings-part" aria-label="Empty distance">
        <h2>Empty distance</h2>
        <p className="quiet">Jobs show the distance from and to the depot. Customers do not see it.</p>
        <BoundPlaceField at="settings.depot" label="Depot" />
      </section>
    </SettingsForm>
  )
}

/** The draft of the depot. Its coordinates stay after a new name, because it is the same place. */
function toDepotDraft(depot: Records['Place'] | null) {
  const place: PlaceDraft = depot === null ? { ...emptyPlace, kind: 'depot' } : { ...toPlaceDraft(depot), foundAt: null }
  return { settings: { depot: place } }
}
