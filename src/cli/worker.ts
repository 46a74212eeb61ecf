import { eventBodies } from '../http/contracts/event.ts'
import { listenForOrders } from '../worker/main.ts'

// Where the worker thread begins: it confirms bookings too, and what webhooks say of them is written where the API is.
listenForOrders(eventBodies)
