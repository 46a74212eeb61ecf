import { useSession } from '../../office/api/session.ts'
import { listNumberTiles } from '../../plain/number-tiles.ts'

/** The key figures of a period, each with its change on the period before. */
export function Tiles(props: {
  readonly now: Parameters<typeof listNumberTiles>[0]
  readonly before: Parameters<typeof listNumberTiles>[1]
}) {
  const { zone } = useSession()
  return (
    <dl className="numbers-tiles">
      {listNumberTiles(props.now, props.before, zone).map(({ name, value, facts }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd className="second-line">{facts.join(', ')}</dd>
        </div>
      ))}
    </dl>
  )
}
