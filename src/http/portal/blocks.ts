import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { readAvailability } from '../../actions/fleet/availability.ts'
import { addBlock, changeBlock, listAbsences, removeBlock } from '../../actions/fleet/blocks.ts'
import { NoContent, respondWithRead } from '../contract.ts'
import { AvailabilityQuery, FleetAvailabilityView, toAvailabilityAsked } from '../contracts/availability.ts'
import { BlockBody, BlockPage, BlockPatch, BlocksQuery, BlockView, toBlock, toBlockChange } from '../contracts/block.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { parseIdOrRefuse } from '../schema.ts'

const blocking = { forPortal: { needs: ['drivers:write'] } } as const
const reading = { forPortal: { needs: ['drivers:read'] } } as const

/** Routes of blocks, and of free coaches and drivers. */
export function portalBlockRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1' })
    .use(createGate(app))
    .get(
      '/blocks',
      ({ caller, query, context }) => respondWithList(context, BlockPage, query, (db, page) => listAbsences(db, caller, page)),
      { ...reading, query: BlocksQuery, response: BlockPage.schema, summary: 'List the blocks, the latest start first' },
    )
    .post(
      '/blocks',
      ({ caller, body, context }) =>
        respondWithWrite(context, BlockView, (tx) => addBlock(tx, caller, toBlock(body), context.now), 201),
      {
        ...blocking,
        body: BlockBody,
        response: { 201: BlockView.schema },
        summary: 'Block a vehicle or a driver for a period',
      },
    )
    .patch(
      '/blocks/:id',
      ({ caller, params, body, context }) =>
        respondWithWrite(context, BlockView, (tx) =>
          changeBlock(tx, caller, parseIdOrRefuse(params.id), toBlockChange(body), context.now),
        ),
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
      ({ caller, params, context }) =>
        respondWithWrite(context, NoContent, (tx) => removeBlock(tx, caller, parseIdOrRefuse(params.id)), 204),
      { ...blocking, refuses: ['not_found'], summary: 'Remove a block' },
    )
    .get(
      '/availability',
      ({ caller, query, context }) =>
        respondWithRead(context, FleetAvailabilityView, (db) => readAvailability(db, caller, toAvailabilityAsked(query))),
      {
        ...reading,
        query: AvailabilityQuery,
        response: FleetAvailabilityView.schema,
        summary: 'List free vehicles and drivers, and the conflicts of the others',
      },
    )
}
