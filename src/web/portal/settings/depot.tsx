import { Button } from '@mantine/core'
import type { AccountSheet } from '../api/account.ts'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { PortalForm } from '../form/form.tsx'
import { PlaceFields } from '../trip-fields/place-fields.tsx'
import '../trip-fields/trip-fields.css'
import { buildChangedPlaceBody, buildPlaceBody, emptyPlace, type TypedPlace, toTypedPlace } from '../trip-fields/typed-trip.ts'

/** The form of the depot, the start and end of the vehicles' empty drives. */
export function DepotSettings({ account }: { readonly account: AccountSheet }) {
  const { depot } = account.settings
  const draft = useDraft(null, { place: toTypedDepot(depot) })
  const write = useWrite({
    send: (body: Records['AccountInput'], headers) => api.PATCH('/portal/v1/operator', { body, headers }),
    refreshes: [['operator'], ['setup'], ['jobs']],
    onDone: ({ data }) => {
      const kept = data.settings.depot
      draft.set({ place: toTypedDepot(kept) })
      showNotice(kept === null ? 'Depot removed.' : 'Depot saved.')
    },
  })
  const save = (place: TypedPlace | null) => {
    const body = place && (depot === null ? buildPlaceBody(place) : buildChangedPlaceBody(depot, place))
    void write.run({ settings: { depot: body } })
  }
  return (
    <PortalForm
      write={write}
      submit={() => save(draft.values.place)}
      button="Save depot"
      others={
        depot !== null && (
          <Button variant="subtle" color="gray" onClick={() => save(null)}>
            Remove depot
          </Button>
        )
      }
    >
      <section className="settings-part" aria-label="Depot">
        <h2>Depot</h2>
        <p className="quiet">Jobs show the empty distance from and to the depot. Customers do not see it.</p>
        <PlaceFields path="settings.depot" label="Depot" place={draft.values.place} onPlace={(place) => draft.set({ place })} />
      </section>
    </PortalForm>
  )
}

/** The form values of the depot. Its coordinates stay after a new name, because it is the same place. */
function toTypedDepot(depot: Records['Place'] | null): TypedPlace {
  return depot === null ? { ...emptyPlace, kind: 'depot' } : { ...toTypedPlace(depot), foundAt: null }
}
