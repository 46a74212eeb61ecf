import { Button } from '@mantine/core'
import type { AccountSheet } from '../api/account.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { Form } from '../form/form.tsx'
import { PlaceFields } from '../trip-fields/place-fields.tsx'
import '../trip-fields/trip-fields.css'
import { changedPlace, emptyPlace, placeBody, type TypedPlace, typedPlace } from '../trip-fields/typed-trip.ts'

/** The place that coaches start from and come back to, for the way that each job is driven empty. */
export function DepotSettings({ account }: { readonly account: AccountSheet }) {
  const { depot } = account.settings
  const draft = useDraft(null, { place: typedDepot(depot) })
  const write = useWrite({
    send: (body: Records['AccountInput'], headers) => api.PATCH('/portal/v1/operator', { body, headers }),
    refreshes: [['operator'], ['setup'], ['jobs']],
    onDone: ({ data }) => {
      const kept = data.settings.depot
      draft.set({ place: typedDepot(kept) })
      say(kept === null ? 'The depot is taken away.' : 'The depot is set.')
    },
  })
  const save = (place: TypedPlace | null) => {
    const body = place && (depot === null ? placeBody(place) : changedPlace(depot, place))
    void write.run({ settings: { depot: body } })
  }
  return (
    <Form
      write={write}
      submit={() => save(draft.values.place)}
      button="Set the depot"
      others={
        depot !== null && (
          <Button variant="subtle" color="gray" onClick={() => save(null)}>
            Take the depot away
          </Button>
        )
      }
    >
      <section className="settings-part" aria-label="Depot">
        <h2>Depot</h2>
        <p className="quiet">Jobs say how far it is from there and back without passengers. Only your own people see it.</p>
        <PlaceFields path="settings.depot" label="Depot" place={draft.values.place} onPlace={(place) => draft.set({ place })} />
      </section>
    </Form>
  )
}

/** The depot in its fields. Its coordinates stay under another name: it is one place, and the account's own. */
function typedDepot(depot: Records['Place'] | null): TypedPlace {
  return depot === null ? { ...emptyPlace, kind: 'depot' } : { ...typedPlace(depot), foundAt: null }
}
