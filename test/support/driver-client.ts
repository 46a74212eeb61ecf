import { type CustomerClient, type Market, type MarketAnswer, type OperatorClient, ok } from './market.ts'
import { signInDriverByLink } from './people.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests send values that no type allows
type Fields = Record<string, any>

/** A driver of this operator, signed in with a phone: `const pat = await signInDriver(dales)`. */
export async function signInDriver(operator: OperatorClient, fields: Fields = {}): Promise<DriverClient> {
  const id = await operator.driver({ name: 'Pat Moss', ...fields })
  return new DriverClient(operator, id, (await signInDriverByLink(operator.market, operator.ref, id)).token)
}

/** A driver with the app. */
export class DriverClient {
  constructor(
    readonly operator: OperatorClient,
    readonly id: number,
    readonly token: string,
  ) {}

  get market(): Market {
    return this.operator.market
  }

  call(method: string, path: string, body?: unknown, key?: string): Promise<MarketAnswer> {
    return this.market.call(method, `/api/v1/driver${path}`, {
      token: this.token,
      ...(body !== undefined && { body }),
      ...(key !== undefined && { key }),
    })
  }

  trip({ ref }: { readonly ref: string }): Promise<MarketAnswer> {
    return this.call('GET', `/trips/${ref}`)
  }

  trips(query = ''): Promise<MarketAnswer> {
    return this.call('GET', `/trips${query}`)
  }

  acknowledge({ ref }: { readonly ref: string }): Promise<MarketAnswer> {
    return this.call('POST', `/trips/${ref}/acknowledge`)
  }

  decline({ ref }: { readonly ref: string }, reason = 'I am ill.'): Promise<MarketAnswer> {
    return this.call('POST', `/trips/${ref}/decline`, { reason })
  }

  /** Reports a step at the server's time. */
  report({ ref }: { readonly ref: string }, status: string, more: Fields = {}): Promise<MarketAnswer> {
    return this.call('POST', `/trips/${ref}/progress`, { status, occurred_at: this.market.at(0), ...more })
  }

  /** Reports these steps, each of which must succeed; returns the trip after the last one. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any response
  async reportSteps(trip: { readonly ref: string }, ...steps: string[]): Promise<any> {
    let after = null
    for (const step of steps) after = ok(await this.report(trip, step))
    return after
  }

  /** Submits a walkaround check without defects, with the given differences. */
  submitVehicleCheck(more: Fields = {}): Promise<MarketAnswer> {
    return this.call('POST', '/vehicle-checks', {
      vehicle_reg: 'YX20 ABC',
      kind: 'pre_trip',
      odometer: 120_345,
      checked_at: this.market.at(0),
      items: [{ code: 'brakes', result: 'ok' }],
      safe_to_drive: true,
      declaration: true,
      ...more,
    })
  }

  sendLocations(...recordedAt: string[]): Promise<MarketAnswer> {
    const points = recordedAt.map((at) => ({ recorded_at: at, latitude: 53.79, longitude: -1.54, accuracy_m: 8 }))
    return this.call('POST', '/locations', { points })
  }

  setLocationConsent(granted: boolean): Promise<MarketAnswer> {
    return this.call('PUT', '/privacy/consents', { location_tracking: granted })
  }
}

/** A trip of this operator that departs in `departsIn` seconds, with this driver assigned. */
export async function assignedTrip(cab: DriverClient, fields: Fields = {}): Promise<CustomerClient> {
  const customer = await cab.market.bookedTrip(cab.operator, fields)
  ok(await cab.operator.assign(customer, cab.id))
  return customer
}
