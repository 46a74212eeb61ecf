import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { readAvailability } from '../../actions/fleet/availability.ts'
import { addBlock, changeBlock, listAbsences, removeBlock } from '../../actions/fleet/blocks.ts'
import { NoContent, read } from '../contract.ts'
import { AvailabilityQuery, FleetAvailabilityView, toAvailabilityAsked } from '../contracts/availability.ts'
import { BlockBody, BlockPage, BlockPatch, BlocksQuery, BlockView, toBlock, toBlockChange } from '../contracts/block.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { idOrNotFound } from '../schema.ts'

const blocking = { forPortal: { needs: ['drivers:write'] } } as const
const reading = { forPortal: { needs: ['drivers:read'] } } as const

/** Routes of the times when coaches and drivers are not to be had, and of who is free. */
export function portalBlockRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(gate(app))
    .get(
      '/blocks',
      ({ caller, query, context }) => list(context, BlockPage, query, (db, page) => listAbsences(db, caller, page)),
      { ...reading, query: BlocksQuery, response: BlockPage.schema, summary: 'List the blocks, the latest to start first' },
    )
    .post(
      '/blocks',
      ({ caller, body, context }) => write(context, BlockView, (tx) => addBlock(tx, caller, toBlock(body), context.now), 201),
      {
        ...blocking,
        body: BlockBody,
        response: { 201: BlockView.schema },
        summary: 'Block a coach or a driver for a time',
      },
    )
    .patch(
      '/blocks/:id',
      ({ caller, params, body, context }) =>
        write(context, BlockView, (tx) => changeBlock(tx, caller, idOrNotFound(params.id), toBlockChange(body), context.now)),
      {
        ...blocking,
        refuses: ['not_found'],
        body: BlockPatch,
        response: BlockView.schema,
        summary: 'Change a block',
      },
    )
    .delete(
      '/blocks/:id',
      ({ caller, params, context }) => write(context, NoContent, (tx) => removeBlock(tx, caller, idOrNotFound(params.id)), 204),
      { ...blocking, refuses: ['not_found'], summary: 'Take a block away' },
    )
    .get(
      '/availability',
      ({ caller, query, context }) =>
        read(context, FleetAvailabilityView, (db) => readAvailability(db, caller, toAvailabilityAsked(query))),
      {
        ...reading,
        query: AvailabilityQuery,
        response: FleetAvailabilityView.schema,
        summary: 'Which coaches and drivers are free, and what takes the others',
      },
    )
}
