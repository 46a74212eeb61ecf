import { createEventBodies } from '../http/contracts/event.ts'
import { listenForOrders } from '../worker/main.ts'

// Entry of the worker thread. It also confirms bookings, and the API's contracts define the bodies of webhooks.
listenForOrders(createEventBodies)
