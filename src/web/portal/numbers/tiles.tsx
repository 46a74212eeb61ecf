import { listNumberTiles } from '../../plain/number-tiles.ts'

/** The key figures of a period, each with its change on the period before. */
export function Tiles(props: {
  readonly now: Parameters<typeof listNumberTiles>[0]
  readonly before: Parameters<typeof listNumberTiles>[1]
}) {
  return (
    <dl className="numbers-tiles">
      {listNumberTiles(props.now, props.before).map(({ name, value, facts }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd className="second-line">{facts.join(', ')}</dd>
        </div>
      ))}
    </dl>
  )
}
