// Made from docs/openapi.json by `bun run openapi`; not written by hand.
export interface paths {
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that a credential is live and whose it is
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Counts against the rate limit `read`.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the inbox
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `jobs:read`. Counts against the rate limit `read`.
         */
        get: operations["getJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one job
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `jobs:read`. Counts against the rate limit `read`.
         */
        get: operations["getJobsByRef"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{ref}/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote, or revise the quote
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the rate limit `quote_write`.
         */
        post: operations["postJobsByRefQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{ref}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the quote back
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the rate limit `quote_write`.
         */
        post: operations["postJobsByRefWithdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{ref}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the job down
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the rate limit `quote_write`.
         */
        post: operations["postJobsByRefDecline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{ref}/unconfirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Drop a confirmed quote to likely
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the rate limit `quote_write`.
         */
        post: operations["postJobsByRefUnconfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{ref}/confirm-booking-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the booking request
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the rate limit `quote_write`.
         */
        post: operations["postJobsByRefConfirmBookingRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{ref}/reject-booking-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the booking request down
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the rate limit `quote_write`.
         */
        post: operations["postJobsByRefRejectBookingRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bookings
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `bookings:read`. Counts against the rate limit `read`.
         */
        get: operations["getBookings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one booking, with the customer
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `bookings:read`. Counts against the rate limit `read`.
         */
        get: operations["getBookingsByRef"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bookings/{ref}/driver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the booking a driver and a vehicle
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `bookings:read` and `drivers:write`. Counts against the rate limit `write`.
         */
        post: operations["postBookingsByRefDriver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roster
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `drivers:read`. Counts against the rate limit `read`.
         */
        get: operations["getDrivers"];
        put?: never;
        /**
         * Add a driver
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `drivers:write`. Counts against the rate limit `write`.
         */
        post: operations["postDrivers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drivers/{id}/reinvite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the driver's sign-in link again
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `drivers:write`. Counts against the rate limit `write`.
         */
        post: operations["postDriversByIdReinvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payouts
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `payouts:read`. Counts against the rate limit `read`.
         */
        get: operations["getPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook subscriptions
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `webhooks:manage`. Counts against the rate limit `read`.
         */
        get: operations["getWebhooks"];
        put?: never;
        /**
         * Subscribe a URL; the secret is told once
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `webhooks:manage`. Counts against the rate limit `write`.
         */
        post: operations["postWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a subscription
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `webhooks:manage`. Counts against the rate limit `write`.
         */
        delete: operations["deleteWebhooksById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a subscription's delivery log
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `webhooks:manage`. Counts against the rate limit `read`.
         */
        get: operations["getWebhooksByIdDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a sign-in link by mail
         * @description For everybody, without a credential. Counts against the rate limit `sign_in_ip`.
         */
        post: operations["postAuthLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a sign-in link for the token of a device
         * @description For everybody, without a credential. Counts against the rate limit `exchange`.
         */
        post: operations["postAuthExchange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the device's token by a new one
         * @description With the token of the device of one of the operator's people (`cbo_…`), or of a driver's device (`cbd_…`). Counts against the rate limit `write`.
         */
        post: operations["postAuthRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices you are signed in on
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`), or of a driver's device (`cbd_…`). Counts against the rate limit `read`.
         */
        get: operations["getAuthDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign one of your devices out
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`), or of a driver's device (`cbd_…`). Counts against the rate limit `write`.
         */
        delete: operations["deleteAuthDevicesById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/auth/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a sign-in code by SMS
         * @description For everybody, without a credential. Counts against the rate limit `sign_in_ip`.
         */
        post: operations["postDriverAuthCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with the code
         * @description For everybody, without a credential. Counts against the rate limit `exchange`.
         */
        post: operations["postDriverAuthVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign this device out
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_write`.
         */
        post: operations["postDriverAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read own entry and settings
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_read`.
         */
        get: operations["getDriverMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change language, emergency contact and notices
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_write`.
         */
        patch: operations["patchDriverMe"];
        trace?: never;
    };
    "/api/v1/driver/push-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say where this device takes its notices
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_write`.
         */
        put: operations["putDriverPushToken"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send where the coach was
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `locations`.
         */
        post: operations["postDriverLocations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/vehicle-checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand in a walkaround check
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_write`.
         */
        post: operations["postDriverVehicleChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/trips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List own trips
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_read`.
         */
        get: operations["getDriverTrips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/trips/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one trip, with what to do next
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_read`.
         */
        get: operations["getDriverTripsByRef"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/trips/{ref}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that the trip was read and will be driven
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_write`.
         */
        post: operations["postDriverTripsByRefAcknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/trips/{ref}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the trip back
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_write`.
         */
        post: operations["postDriverTripsByRefDecline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/trips/{ref}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a step of the trip, or take the last one back
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_write`.
         */
        post: operations["postDriverTripsByRefProgress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/trips/{ref}/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an incident
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_write`.
         */
        post: operations["postDriverTripsByRefIncidents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/privacy/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take along everything held on you
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_read`.
         */
        get: operations["getDriverPrivacyExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/privacy/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Allow or stop location tracking
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_write`.
         */
        put: operations["putDriverPrivacyConsents"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/driver/privacy/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask to be forgotten, or change your mind
         * @description With the token of a driver's device (`cbd_…`). Counts against the rate limit `driver_write`.
         */
        post: operations["postDriverPrivacyErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operators
         * @description With the token of a platform key (`cbp_…`). Counts against the rate limit `platform`.
         */
        get: operations["getPlatformOperators"];
        put?: never;
        /**
         * Open an operator account
         * @description With the token of a platform key (`cbp_…`). Counts against the rate limit `platform`.
         */
        post: operations["postPlatformOperators"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/v1/trips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter a trip and offer it
         * @description With the token of a platform key (`cbp_…`). Counts against the rate limit `platform`.
         */
        post: operations["postPlatformTrips"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/v1/trips/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a trip with its offers, quotes and booking
         * @description With the token of a platform key (`cbp_…`). Counts against the rate limit `platform`.
         */
        get: operations["getPlatformTripsByRef"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/v1/trips/{ref}/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offer a trip to more operators
         * @description With the token of a platform key (`cbp_…`). Counts against the rate limit `platform`.
         */
        post: operations["postPlatformTripsByRefOffers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/v1/trips/{ref}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a trip off
         * @description With the token of a platform key (`cbp_…`). Counts against the rate limit `platform`.
         */
        post: operations["postPlatformTripsByRefCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/v1/trips/{ref}/deposit-received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The money of a bank transfer has come
         * @description With the token of a platform key (`cbp_…`). Counts against the rate limit `platform`.
         */
        post: operations["postPlatformTripsByRefDepositReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/v1/payouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report what has become of a payout
         * @description With the token of a platform key (`cbp_…`). Counts against the rate limit `platform`.
         */
        post: operations["postPlatformPayoutsById"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customer/v1/enquiries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a coach
         * @description For everybody, without a credential. Counts against the rate limit `enquiry`.
         */
        post: operations["postCustomerEnquiries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customer/v1/trip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the trip and its quotes
         * @description With the token of the link to the customer's own trip (`cbt_…`). Counts against the rate limit `customer`.
         */
        get: operations["getCustomerTrip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customer/v1/trip/request-booking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask an operator to book
         * @description With the token of the link to the customer's own trip (`cbt_…`). Counts against the rate limit `customer`.
         */
        post: operations["postCustomerTripRequestBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customer/v1/trip/book": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a confirmed quote
         * @description With the token of the link to the customer's own trip (`cbt_…`). Counts against the rate limit `customer`.
         */
        post: operations["postCustomerTripBook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customer/v1/trip/cancel-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the booking request back
         * @description With the token of the link to the customer's own trip (`cbt_…`). Counts against the rate limit `customer`.
         */
        post: operations["postCustomerTripCancelRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customer/v1/trip/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the trip up
         * @description With the token of the link to the customer's own trip (`cbt_…`). Counts against the rate limit `customer`.
         */
        post: operations["postCustomerTripCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys, without their tokens
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the rate limit `portal`.
         */
        get: operations["getPortalKeys"];
        put?: never;
        /**
         * Mint a key; its token is told once
         * @description With the token of the device of one of the operator's people (`cbo_…`). Admins only. Counts against the rate limit `write`.
         */
        post: operations["postPortalKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/keys/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key; its very next call is refused
         * @description With the token of the device of one of the operator's people (`cbo_…`). Admins only. Counts against the rate limit `write`.
         */
        delete: operations["deletePortalKeysByTokenId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people on the account
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the rate limit `portal`.
         */
        get: operations["getPortalUsers"];
        put?: never;
        /**
         * Put a person on the account and mail them how to sign in
         * @description With the token of the device of one of the operator's people (`cbo_…`). Admins only. Counts against the rate limit `write`.
         */
        post: operations["postPortalUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a person off the account and sign them out everywhere
         * @description With the token of the device of one of the operator's people (`cbo_…`). Admins only. Counts against the rate limit `write`.
         */
        delete: operations["deletePortalUsersById"];
        options?: never;
        head?: never;
        /**
         * Give a person another role
         * @description With the token of the device of one of the operator's people (`cbo_…`). Admins only. Counts against the rate limit `write`.
         */
        patch: operations["patchPortalUsersById"];
        trace?: never;
    };
    "/portal/v1/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in on another account with the same address
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the rate limit `write`.
         */
        post: operations["postPortalSwitch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/vehicles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fleet
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the rate limit `portal`.
         */
        get: operations["getPortalVehicles"];
        put?: never;
        /**
         * Add a vehicle
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the rate limit `write`.
         */
        post: operations["postPortalVehicles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/vehicles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a vehicle out of the fleet
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the rate limit `write`.
         */
        delete: operations["deletePortalVehiclesById"];
        options?: never;
        head?: never;
        /**
         * Change a vehicle
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the rate limit `write`.
         */
        patch: operations["patchPortalVehiclesById"];
        trace?: never;
    };
    "/portal/v1/drivers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a driver off the roster, their devices and their trips
         * @description With the token of the device of one of the operator's people (`cbo_…`). Needs `drivers:write`. Counts against the rate limit `write`.
         */
        delete: operations["deletePortalDriversById"];
        options?: never;
        head?: never;
        /**
         * Change what the roster says of a driver
         * @description With the token of the device of one of the operator's people (`cbo_…`). Needs `drivers:write`. Counts against the rate limit `write`.
         */
        patch: operations["patchPortalDriversById"];
        trace?: never;
    };
    "/portal/v1/operator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the account and its settings
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the rate limit `portal`.
         */
        get: operations["getPortalOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the account and its settings
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the rate limit `write`.
         */
        patch: operations["patchPortalOperator"];
        trace?: never;
    };
    "/portal/v1/trips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter a trip asked for by phone; it is offered to yourself
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the rate limit `write`.
         */
        post: operations["postPortalTrips"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/bookings/{ref}/deposit-received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The money of a bank transfer has come
         * @description With the token of the device of one of the operator's people (`cbo_…`). Needs `bookings:read`. Counts against the rate limit `write`.
         */
        post: operations["postPortalBookingsByRefDepositReceived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/bookings/{ref}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a booking off; the customer gets the deposit back
         * @description With the token of the device of one of the operator's people (`cbo_…`). Needs `bookings:read`. Counts against the rate limit `write`.
         */
        post: operations["postPortalBookingsByRefCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/v1/bookings/{ref}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a step of the trip on the driver's behalf
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the rate limit `write`.
         */
        post: operations["postPortalBookingsByRefProgress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            error: components["schemas"]["Refusal"];
        };
        Refusal: {
            code: components["schemas"]["RefusalCode"] | string;
            /** @description For people. */
            message: string;
            /** @description With `missing_ability`. */
            missing_ability?: string;
            /** @description With `trip_cancelled`, `booking_not_confirmed`, `trip_finished`, `job_closed`, `quote_locked`, `no_live_quote`, `live_quote_exists`, `quote_not_confirmed`, `quote_expired`, `request_pending`, `no_payment_due`, `no_booking_request`, `undo_expired`, `vehicle_check_required`, `vehicle_unsafe`, `erasure_already_scheduled`, `deposit_charge_failed`, `invalid_transition`, `no_show_too_early`. */
            current_status?: string | null;
            /** @description With `deposit_charge_failed`. */
            payment_status?: string;
            /** @description With `invalid_transition`. */
            allowed?: string[];
            /**
             * Format: date-time
             * @description With `invalid_transition` where the step comes too early: from when it may come.
             */
            not_before?: string;
            /**
             * Format: date-time
             * @description With `no_show_too_early`.
             */
            allowed_at?: string;
            /** @description With `quote_changed`. */
            revision?: number;
            /** @description With `quote_changed`. */
            price_amount?: number;
            /** @description With `quote_changed`. */
            currency_code?: string;
            /** @description With `operator_choice_required`. */
            operators?: {
                operator_ref: string;
                name: string;
            }[];
            /** @description With `validation_failed`. Dotted path (`vehicles.0.seats`), `body`, a name of the query or `Idempotency-Key` → sentences. */
            fields?: {
                [key: string]: string[];
            };
        };
        /**
         * @description Why not.
         *
         *     - `unauthenticated`: No token, or one that is unknown, expired or revoked.
         *     - `invalid_sign_in_link`: The sign-in link has expired or has been used.
         *     - `invalid_code`: The code is wrong, used or expired, or was tried too often.
         *     - `missing_ability`: The credential lacks the ability that `missing_ability` names.
         *     - `rotation_not_available`: This kind of credential is not rotated.
         *     - `wrong_credential`: This is for another kind of credential.
         *     - `admin_required`: Only an admin of the operator may do this.
         *     - `not_found`: There is no such thing on the caller's account.
         *     - `method_not_allowed`: The address answers other methods; `Allow` lists them.
         *     - `payload_too_large`: The body is larger than 256 KiB.
         *     - `trip_cancelled`: The trip has been called off.
         *     - `booking_not_confirmed`: The customer has not finished booking; the quoted price stands.
         *     - `trip_finished`: The trip is over.
         *     - `last_admin`: Somebody has to remain who may let others in.
         *     - `job_closed`: The job is closed for this; `current_status` says where the own quote stands.
         *     - `quote_locked`: The customer has requested the quote or is paying for it.
         *     - `no_live_quote`: There is no live quote.
         *     - `live_quote_exists`: A live quote stands; it is withdrawn first.
         *     - `quote_not_confirmed`: The quote is not confirmed.
         *     - `quote_expired`: The quote is no longer valid.
         *     - `quote_changed`: The operator has changed the quote since `revision` was shown; it now stands at this one.
         *     - `request_pending`: Another quote of this trip is being requested or paid for.
         *     - `no_payment_due`: Nobody waits for money here.
         *     - `no_booking_request`: There is no booking request to answer.
         *     - `deposit_charge_failed`: The deposit could not be taken; `payment_status` says why, and nothing is booked.
         *     - `invalid_transition`: This step does not follow from `current_status`; `allowed` lists the ones that do.
         *     - `no_show_too_early`: The group may still come: not before `allowed_at`.
         *     - `undo_expired`: It is too late to take this back.
         *     - `vehicle_check_required`: Today's walkaround check of the vehicle is missing.
         *     - `vehicle_unsafe`: The walkaround check found the vehicle unsafe.
         *     - `operator_choice_required`: One phone or one address is known to several operators: ask again with one of `operators`.
         *     - `erasure_already_scheduled`: The erasure has been asked for already.
         *     - `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
         *     - `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
         *     - `validation_failed`: The request is not valid; `fields` says where and why.
         *     - `rate_limited`: Too many requests; `Retry-After` says when the next one is welcome.
         *     - `server_error`: A fault of ours.
         *     - `unavailable`: Storage is busy or full and nothing was written, or it is not known yet what became of a payment; ask again after `Retry-After`.
         * @enum {string}
         */
        RefusalCode: "unauthenticated" | "invalid_sign_in_link" | "invalid_code" | "missing_ability" | "rotation_not_available" | "wrong_credential" | "admin_required" | "not_found" | "method_not_allowed" | "payload_too_large" | "trip_cancelled" | "booking_not_confirmed" | "trip_finished" | "last_admin" | "job_closed" | "quote_locked" | "no_live_quote" | "live_quote_exists" | "quote_not_confirmed" | "quote_expired" | "quote_changed" | "request_pending" | "no_payment_due" | "no_booking_request" | "deposit_charge_failed" | "invalid_transition" | "no_show_too_early" | "undo_expired" | "vehicle_check_required" | "vehicle_unsafe" | "operator_choice_required" | "erasure_already_scheduled" | "idempotency_key_reused" | "idempotency_in_progress" | "validation_failed" | "rate_limited" | "server_error" | "unavailable";
        /**
         * @description What a credential may do.
         *
         *     - `jobs:read`: read the inbox
         *     - `quotes:write`: quote, and answer booking requests
         *     - `bookings:read`: read bookings
         *     - `drivers:read`: read the roster
         *     - `drivers:write`: change the roster and assign drivers
         *     - `payouts:read`: read payouts
         *     - `webhooks:manage`: subscribe to events
         * @enum {string}
         */
        Ability: "jobs:read" | "quotes:write" | "bookings:read" | "drivers:read" | "drivers:write" | "payouts:read" | "webhooks:manage";
        Accessibility: {
            wheelchair_spaces: number;
            wheelchair_remains_seated: boolean;
            lift_required: boolean;
            step_free: boolean;
            psvar_required: boolean;
            assistance_dogs: number;
            note: string | null;
        };
        AccessibilityInput: {
            wheelchair_spaces?: number | null;
            wheelchair_remains_seated?: boolean | null;
            lift_required?: boolean | null;
            step_free?: boolean | null;
            psvar_required?: boolean | null;
            assistance_dogs?: number | null;
            note?: string | null;
        };
        Account: {
            operator_ref: string;
            name: string;
            phone: string | null;
            email: string | null;
            operator_licence: string | null;
            timezone: string;
            currency_code: string;
            commission_bps: number;
            settings: {
                deposit_bps: number;
                /** @description In minor units of `currency_code`. */
                deposit_minimum_amount: number;
                currency_code: string;
                closing_hours: number;
                no_show_wait_minutes: number;
                vehicle_check_required: boolean;
                trip_visibility_days: number;
                payout_weekday: number;
            };
            /** Format: date-time */
            updated_at: string;
        };
        AccountEnvelope: {
            data: components["schemas"]["Account"];
        };
        AccountInput: {
            name?: string;
            phone?: string | null;
            /** Format: email */
            email?: string | null;
            operator_licence?: string | null;
            settings?: {
                deposit_bps?: number;
                /** @description In minor units of `currency_code`. */
                deposit_minimum_amount?: number;
                closing_hours?: number;
                no_show_wait_minutes?: number;
                vehicle_check_required?: boolean;
                trip_visibility_days?: number;
                payout_weekday?: number;
            };
        };
        /**
         * @description What a vehicle has on board.
         *
         *     - `toilet`: toilet
         *     - `wifi`: wifi
         *     - `air_con`: air conditioning
         *     - `power`: power sockets
         *     - `seat_belts`: seat belts
         *     - `luggage_hold`: luggage hold
         *     - `pa_microphone`: microphone
         *     - `tv`: television
         *     - `reclining_seats`: reclining seats
         *     - `fridge`: fridge
         * @enum {string}
         */
        Amenity: "toilet" | "wifi" | "air_con" | "power" | "seat_belts" | "luggage_hold" | "pa_microphone" | "tv" | "reclining_seats" | "fridge";
        AssignedVehicle: {
            registration: string;
            vehicle_id: number | null;
            description: string | null;
        };
        /**
         * @description How sure a quote is.
         *
         *     - `likely`: the customer asks before they pay
         *     - `confirmed`: the customer may book at once
         * @enum {string}
         */
        Availability: "likely" | "confirmed";
        Booking: {
            ref: string;
            status: components["schemas"]["BookingStatus"] | string;
            trip_status: components["schemas"]["TripStatus"] | string;
            trip_type: components["schemas"]["TripType"] | string;
            purpose: components["schemas"]["Purpose"] | string;
            summary: string;
            pickup: components["schemas"]["Place"];
            dropoff: components["schemas"]["Place"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at: string | null;
            /** Format: date-time */
            ends_at: string;
            timezone: string;
            passenger_count: number;
            vehicles: components["schemas"]["QuoteVehicle"][];
            /** @description In minor units of `currency_code`. */
            price_amount: number;
            /** @description In minor units of `currency_code`. */
            deposit_amount: number;
            /** @description In minor units of `currency_code`. */
            balance_amount: number;
            /** @description In minor units of `currency_code`. */
            commission_amount: number;
            /** @description In minor units of `currency_code`. */
            payout_amount: number;
            currency_code: string;
            payment_status: components["schemas"]["BookingPaymentStatus"] | string;
            /** Format: date-time */
            balance_due_at: string | null;
            driver: components["schemas"]["Crew"] | null;
            vehicle_reg: string | null;
            needs_driver: boolean;
            /** Format: date-time */
            confirmed_at: string;
            /** Format: date-time */
            cancelled_at: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        BookingDetail: {
            ref: string;
            status: components["schemas"]["BookingStatus"] | string;
            trip_status: components["schemas"]["TripStatus"] | string;
            trip_type: components["schemas"]["TripType"] | string;
            purpose: components["schemas"]["Purpose"] | string;
            summary: string;
            pickup: components["schemas"]["Place"];
            dropoff: components["schemas"]["Place"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at: string | null;
            /** Format: date-time */
            ends_at: string;
            timezone: string;
            passenger_count: number;
            vehicles: components["schemas"]["QuoteVehicle"][];
            /** @description In minor units of `currency_code`. */
            price_amount: number;
            /** @description In minor units of `currency_code`. */
            deposit_amount: number;
            /** @description In minor units of `currency_code`. */
            balance_amount: number;
            /** @description In minor units of `currency_code`. */
            commission_amount: number;
            /** @description In minor units of `currency_code`. */
            payout_amount: number;
            currency_code: string;
            payment_status: components["schemas"]["BookingPaymentStatus"] | string;
            /** Format: date-time */
            balance_due_at: string | null;
            driver: components["schemas"]["Crew"] | null;
            vehicle_reg: string | null;
            needs_driver: boolean;
            /** Format: date-time */
            confirmed_at: string;
            /** Format: date-time */
            cancelled_at: string | null;
            /** Format: date-time */
            updated_at: string;
            customer: components["schemas"]["Customer"];
            lead_passenger: components["schemas"]["Contact"] | null;
            legs: components["schemas"]["Leg"][];
            passengers: components["schemas"]["Passengers"] | null;
            luggage: components["schemas"]["Luggage"] | null;
            accessibility: components["schemas"]["Accessibility"] | null;
            amenities_required: (components["schemas"]["Amenity"] | string)[];
            coach_stays_with_group: boolean;
            driver_provisions: components["schemas"]["DriverProvisions"] | null;
            dbs_required: components["schemas"]["DbsLevel"] | string;
            flight: components["schemas"]["Flight"] | null;
            hours_advice: components["schemas"]["HoursAdvice"] | null;
            notes: string | null;
            quote: components["schemas"]["MyQuote"];
            assignment: {
                driver: {
                    id: number;
                    name: string;
                    phone: string | null;
                };
                vehicle_reg: string;
                vehicle_id: number | null;
                /** Format: date-time */
                assigned_at: string;
                /** Format: date-time */
                acknowledged_at: string | null;
                /** Format: date-time */
                declined_at: string | null;
                decline_reason: string | null;
                warnings: {
                    code: string;
                    message: string;
                }[];
            } | null;
            progress: {
                status: components["schemas"]["TripStatus"] | string;
                leg: number | null;
                /** Format: date-time */
                updated_at: string | null;
                last_location: {
                    latitude: number;
                    longitude: number;
                    accuracy_m: number | null;
                    /** Format: date-time */
                    recorded_at: string;
                    /** Format: date-time */
                    received_at: string;
                } | null;
                events: components["schemas"]["TripEvent"][];
            };
            vehicle_check: components["schemas"]["VehicleCheck"] | null;
            incidents: components["schemas"]["Incident"][];
            cancellation: components["schemas"]["Cancellation"] | null;
            payout: {
                id: number;
                status: components["schemas"]["PayoutStatus"] | string;
            } | null;
        };
        BookingEnvelope: {
            data: components["schemas"]["BookingDetail"];
        };
        /**
         * @description A part of the bookings.
         *
         *     - `active`: those that stand
         *     - `cancelled`: those called off
         *     - `all`: every one
         * @enum {string}
         */
        BookingFilter: "active" | "cancelled" | "all";
        BookingPage: {
            data: components["schemas"]["Booking"][];
            links: components["schemas"]["Links"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description What has been paid of a booking.
         *
         *     - `deposit_paid`: the deposit
         *     - `paid`: everything
         *     - `refunded`: all that was paid goes back
         *     - `part_refunded`: a part of what was paid goes back
         * @enum {string}
         */
        BookingPaymentStatus: "deposit_paid" | "paid" | "refunded" | "part_refunded";
        BookingRequest: {
            /** Format: date-time */
            requested_at: string;
            /** Format: date-time */
            respond_by: string;
            payment_status: components["schemas"]["PaymentStatus"] | string;
        };
        /**
         * @description Whether a booking stands.
         *
         *     - `active`: it stands
         *     - `cancelled`: it was called off
         * @enum {string}
         */
        BookingStatus: "active" | "cancelled";
        Cancellation: {
            by: components["schemas"]["CancelledBy"] | string;
            reason: string;
            /** @description In minor units of `currency_code`. */
            refund_amount: number;
            currency_code: string;
            at: string;
        };
        CancellationPreview: {
            /** @description In minor units of `currency_code`. */
            refund_amount: number;
            currency_code: string;
            until: string | null;
        };
        /**
         * @description Who called a trip off.
         *
         *     - `customer`: the customer
         *     - `operator`: the operator
         *     - `platform`: the platform
         * @enum {string}
         */
        CancelledBy: "customer" | "operator" | "platform";
        /**
         * @description What a walkaround looks at.
         *
         *     - `brakes`: brakes
         *     - `steering`: steering
         *     - `lights_indicators`: lights and indicators
         *     - `tyres_wheel_nuts`: tyres and wheel nuts
         *     - `mirrors_cameras`: mirrors and cameras
         *     - `windscreen_glass`: windscreen and glass
         *     - `wipers_washers`: wipers and washers
         *     - `horn`: horn
         *     - `body_doors`: body and doors
         *     - `emergency_exits`: emergency exits
         *     - `seats_seat_belts`: seats and seat belts
         *     - `fire_extinguisher`: fire extinguisher
         *     - `first_aid_kit`: first aid kit
         *     - `wheelchair_lift`: wheelchair lift
         *     - `fluids_leaks`: fluids and leaks
         *     - `exhaust`: exhaust
         *     - `tachograph`: tachograph
         *     - `speed_limiter`: speed limiter
         *     - `number_plates`: number plates
         *     - `fuel_cap`: fuel cap
         *     - `luggage_lockers`: luggage lockers
         *     - `interior_steps`: interior and steps
         * @enum {string}
         */
        CheckCode: "brakes" | "steering" | "lights_indicators" | "tyres_wheel_nuts" | "mirrors_cameras" | "windscreen_glass" | "wipers_washers" | "horn" | "body_doors" | "emergency_exits" | "seats_seat_belts" | "fire_extinguisher" | "first_aid_kit" | "wheelchair_lift" | "fluids_leaks" | "exhaust" | "tachograph" | "speed_limiter" | "number_plates" | "fuel_cap" | "luggage_lockers" | "interior_steps";
        /**
         * @description When a walkaround is made.
         *
         *     - `pre_trip`: before the trip
         *     - `post_trip`: after it
         * @enum {string}
         */
        CheckKind: "pre_trip" | "post_trip";
        /**
         * @description What a walkaround came to.
         *
         *     - `safe`: safe
         *     - `safe_with_defects`: safe, with defects
         *     - `unsafe`: not safe
         * @enum {string}
         */
        CheckResult: "safe" | "safe_with_defects" | "unsafe";
        ChoiceInput: {
            quote_id: number;
            revision?: number | null;
            payment_method: string;
        };
        CodeInput: {
            phone: string;
        };
        Compliance: {
            license: components["schemas"]["Validity"] | string;
            dbs: components["schemas"]["Validity"] | string;
        };
        Consent: {
            location_tracking: boolean;
            history: {
                location_tracking: boolean;
                /** Format: date-time */
                changed_at: string;
            }[];
        };
        ConsentEnvelope: {
            data: components["schemas"]["Consent"];
        };
        ConsentInput: {
            location_tracking: boolean;
        };
        Contact: {
            name: string;
            phone: string | null;
        };
        ContactInput: {
            name: string;
            phone?: string | null;
        };
        /**
         * @description What an operator's credential is.
         *
         *     - `api_key`: a key of the operator's systems
         *     - `operator_device`: the device of one of its people
         * @enum {string}
         */
        CredentialKind: "api_key" | "operator_device";
        Crew: {
            id: number;
            name: string;
        };
        CrewInput: {
            driver_id: number;
            vehicle_reg: string;
            vehicle_id?: number | null;
        };
        Customer: {
            name: string;
            email: string;
            phone: string | null;
            organisation: string | null;
        };
        CustomerBooking: {
            status: components["schemas"]["CustomerBookingStatus"] | string;
            operator: {
                name: string;
                phone: string | null;
                email: string | null;
                operator_licence: string | null;
            };
            /** @description In minor units of `currency_code`. */
            price_amount: number;
            /** @description In minor units of `currency_code`. */
            deposit_amount: number;
            /** @description In minor units of `currency_code`. */
            balance_amount: number;
            currency_code: string;
            payment_status: components["schemas"]["CustomerPaymentStatus"] | string;
            /** Format: date-time */
            balance_due_at: string | null;
            /** Format: date-time */
            held_until: string | null;
            driver_first_name: string | null;
            vehicle_reg: string | null;
            cancellation: components["schemas"]["CustomerCancellation"] | null;
        };
        /**
         * @description Where a booking stands for its customer.
         *
         *     - `awaiting_payment`: held until the money is there
         *     - `active`: it stands
         *     - `cancelled`: it was called off
         * @enum {string}
         */
        CustomerBookingStatus: "awaiting_payment" | "active" | "cancelled";
        CustomerCancellation: {
            by: components["schemas"]["CancelledBy"] | string;
            reason: string;
            /** @description In minor units of `currency_code`. */
            refund_amount: number;
            currency_code: string | null;
            at: string;
            refund_status: components["schemas"]["RefundStatus"] | string | null;
        };
        CustomerInput: {
            name: string;
            /** Format: email */
            email: string;
            phone?: string | null;
            organisation?: string | null;
        };
        /**
         * @description What a customer has paid, or still has to do for it.
         *
         *     - `awaiting_transfer`: a bank transfer is awaited
         *     - `requires_action`: the bank wants the customer to confirm
         *     - `in_doubt`: nobody knows yet whether the card was charged
         *     - `deposit_paid`: the deposit is paid
         *     - `paid`: everything is paid
         *     - `refunded`: all that was paid goes back
         *     - `part_refunded`: a part of what was paid goes back
         * @enum {string}
         */
        CustomerPaymentStatus: "awaiting_transfer" | "requires_action" | "in_doubt" | "deposit_paid" | "paid" | "refunded" | "part_refunded";
        CustomerTrip: {
            ref: string;
            status: components["schemas"]["TripState"] | string;
            trip_type: components["schemas"]["TripType"] | string;
            purpose: components["schemas"]["Purpose"] | string;
            summary: string;
            pickup: components["schemas"]["Place"];
            dropoff: components["schemas"]["Place"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at: string | null;
            /** Format: date-time */
            ends_at: string;
            timezone: string;
            legs: components["schemas"]["Leg"][];
            passenger_count: number;
            passengers: components["schemas"]["Passengers"] | null;
            luggage: components["schemas"]["Luggage"] | null;
            vehicles_requested: components["schemas"]["RequestedVehicle"][];
            accessibility: components["schemas"]["Accessibility"] | null;
            amenities_required: (components["schemas"]["Amenity"] | string)[];
            coach_stays_with_group: boolean;
            waiting_minutes: number;
            driver_provisions: components["schemas"]["DriverProvisions"] | null;
            dbs_required: components["schemas"]["DbsLevel"] | string;
            flight: components["schemas"]["Flight"] | null;
            distance_m: number | null;
            driving_seconds: number | null;
            hours_advice: components["schemas"]["HoursAdvice"] | null;
            notes: string | null;
            /** Format: date-time */
            quote_by: string;
            quotes: {
                id: number;
                status: components["schemas"]["QuoteStatus"] | string;
                revision: number;
                operator: {
                    name: string;
                };
                /** @description In minor units of `currency_code`. */
                price_amount: number;
                /** @description In minor units of `currency_code`. */
                deposit_amount: number;
                currency_code: string;
                instantly_bookable: boolean;
                vehicles: components["schemas"]["QuoteVehicle"][];
                inclusions: string[];
                exclusions: string[];
                note: string | null;
                /** Format: date-time */
                valid_until: string;
            }[];
            booking_request: {
                quote_id: number;
                status: components["schemas"]["RequestStatus"] | string;
                /** Format: date-time */
                requested_at: string;
                /** Format: date-time */
                respond_by: string;
                rejection: {
                    reason: string;
                    /** Format: date-time */
                    rejected_at: string;
                } | null;
            } | null;
            booking: components["schemas"]["CustomerBooking"] | null;
            cancellation: components["schemas"]["CustomerCancellation"] | null;
            cancellation_preview: components["schemas"]["CancellationPreview"] | null;
        };
        CustomerTripEnvelope: {
            data: components["schemas"]["CustomerTrip"];
        };
        /**
         * @description The check of a driver's record.
         *
         *     - `basic`: basic DBS
         *     - `standard`: standard DBS
         *     - `enhanced`: enhanced DBS
         *     - `enhanced_barred`: enhanced DBS with barred lists
         * @enum {string}
         */
        DbsCheckKind: "basic" | "standard" | "enhanced" | "enhanced_barred";
        /**
         * @description The check of the driver's record that a trip asks for.
         *
         *     - `none`: none
         *     - `basic`: basic DBS
         *     - `standard`: standard DBS
         *     - `enhanced`: enhanced DBS
         *     - `enhanced_barred`: enhanced DBS with barred lists
         * @enum {string}
         */
        DbsLevel: "none" | "basic" | "standard" | "enhanced" | "enhanced_barred";
        DeclineInput: {
            reason_code?: components["schemas"]["DeclineReason"] | null;
            note?: string | null;
        };
        /**
         * @description Why a job is turned down.
         *
         *     - `no_vehicle`: no vehicle is free
         *     - `no_driver`: no driver is free
         *     - `driver_hours`: the drivers' hours do not allow it
         *     - `too_far`: it is too far away
         *     - `too_small`: it is too small
         *     - `requirements`: what is asked for cannot be met
         *     - `dates`: the dates do not suit
         *     - `other`: something else
         * @enum {string}
         */
        DeclineReason: "no_vehicle" | "no_driver" | "driver_hours" | "too_far" | "too_small" | "requirements" | "dates" | "other";
        DeclineTripInput: {
            reason: string;
        };
        Declined: {
            ref: string;
            declined: boolean;
        };
        DeclinedEnvelope: {
            data: components["schemas"]["Declined"];
        };
        /**
         * @description How bad a defect is.
         *
         *     - `minor`: it can wait
         *     - `major`: it has to be mended
         *     - `dangerous`: the vehicle must not go
         * @enum {string}
         */
        DefectSeverity: "minor" | "major" | "dangerous";
        Delivery: {
            id: string;
            event: components["schemas"]["EventName"] | string;
            operator_ref: string;
            /** Format: date-time */
            occurred_at: string;
            status: components["schemas"]["DeliveryStatus"] | string;
            attempt_count: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            delivered_at: string | null;
            response_status: number | null;
            error: string | null;
            payload: {
                event: components["schemas"]["EventName"] | string;
                operator_ref: string;
                /** Format: date-time */
                occurred_at: string;
                data: {
                    [key: string]: unknown;
                };
            };
            attempts: {
                number: number;
                /** Format: date-time */
                attempted_at: string;
                response_status: number | null;
                error: string | null;
                duration_ms: number;
            }[];
        };
        DeliveryPage: {
            data: components["schemas"]["Delivery"][];
            links: components["schemas"]["Links"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Where a delivery stands.
         *
         *     - `pending`: to be sent, or sent again
         *     - `delivered`: answered with 2xx
         *     - `failed`: the last attempt failed too
         *     - `abandoned`: its subscription was parked or deleted
         * @enum {string}
         */
        DeliveryStatus: "pending" | "delivered" | "failed" | "abandoned";
        Device: {
            id: number;
            device_name: string;
            current: boolean;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string | null;
        };
        DevicesEnvelope: {
            data: components["schemas"]["Device"][];
        };
        Driver: {
            id: number;
            name: string;
            email: string | null;
            phone: string | null;
            license_number: string | null;
            license_kind: string | null;
            /** Format: date-time */
            license_expires_at: string | null;
            dbs_check_kind: string | null;
            dbs_certificate_number: string | null;
            /** Format: date-time */
            dbs_expires_at: string | null;
            status: components["schemas"]["DriverStatus"] | string;
            /** Format: date-time */
            invited_at: string | null;
            /** Format: date-time */
            app_last_seen_at: string | null;
            compliance: components["schemas"]["Compliance"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        DriverEnvelope: {
            data: components["schemas"]["Driver"];
        };
        DriverInput: {
            name: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            license_number?: string | null;
            license_kind?: string | null;
            /** Format: date-time */
            license_expires_at?: string | null;
            dbs_check_kind?: components["schemas"]["DbsCheckKind"] | null;
            dbs_certificate_number?: string | null;
            /** Format: date-time */
            dbs_expires_at?: string | null;
            invite_now?: boolean;
        };
        DriverMe: {
            id: number;
            name: string;
            phone: string | null;
            email: string | null;
            locale: string | null;
            operator: {
                operator_ref: string;
                name: string;
                phone: string | null;
            };
            /** Format: date-time */
            license_expires_at: string | null;
            /** Format: date-time */
            dbs_expires_at: string | null;
            compliance: components["schemas"]["Compliance"];
            emergency_contact_name: string | null;
            emergency_contact_phone: string | null;
            notify_by_sms: boolean;
            consents: {
                location_tracking: boolean;
            };
            erasure: {
                scheduled_for: string;
            } | null;
            settings: {
                no_show_wait_minutes: number;
                vehicle_check_required: boolean;
                location_interval_seconds: number;
            };
        };
        DriverMeEnvelope: {
            data: components["schemas"]["DriverMe"];
        };
        DriverPage: {
            data: components["schemas"]["Driver"][];
            links: components["schemas"]["Links"];
            meta: components["schemas"]["Meta"];
        };
        DriverPatch: {
            name?: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            license_number?: string | null;
            license_kind?: string | null;
            /** Format: date-time */
            license_expires_at?: string | null;
            dbs_check_kind?: components["schemas"]["DbsCheckKind"] | null;
            dbs_certificate_number?: string | null;
            /** Format: date-time */
            dbs_expires_at?: string | null;
        };
        DriverProvisions: {
            meals: components["schemas"]["Provider"] | string;
            accommodation: components["schemas"]["Provider"] | string;
            parking: components["schemas"]["Provider"] | string;
            tolls: components["schemas"]["Provider"] | string;
        };
        DriverProvisionsInput: {
            meals?: components["schemas"]["Provider"] | null;
            accommodation?: components["schemas"]["Provider"] | null;
            parking?: components["schemas"]["Provider"] | null;
            tolls?: components["schemas"]["Provider"] | null;
        };
        /**
         * @description Where a driver stands on the roster.
         *
         *     - `not_invited`: not asked into the app yet
         *     - `invited`: asked into the app
         *     - `active`: has signed in to the app
         *     - `removed`: off the roster
         * @enum {string}
         */
        DriverStatus: "not_invited" | "invited" | "active" | "removed";
        DriverTrip: {
            ref: string;
            status: components["schemas"]["BookingStatus"] | string;
            trip_status: components["schemas"]["TripStatus"] | string;
            trip_type: components["schemas"]["TripType"] | string;
            timezone: string;
            pickup: components["schemas"]["Place"];
            dropoff: components["schemas"]["Place"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at: string | null;
            legs: {
                sequence: number;
                kind: components["schemas"]["LegKind"] | string;
                pickup: components["schemas"]["Place"];
                dropoff: components["schemas"]["Place"];
                /** Format: date-time */
                departs_at: string;
                /** Format: date-time */
                arrive_by: string | null;
                passenger_count: number;
                waiting_minutes: number;
                distance_m: number | null;
                driving_seconds: number | null;
                stops: components["schemas"]["Stop"][];
                status: components["schemas"]["LegStatus"] | string;
            }[];
            passenger_count: number;
            luggage: components["schemas"]["Luggage"] | null;
            accessibility: components["schemas"]["Accessibility"] | null;
            notes: string | null;
            flight: components["schemas"]["Flight"] | null;
            vehicle: components["schemas"]["AssignedVehicle"];
            contact: components["schemas"]["Contact"] | null;
            /** Format: date-time */
            contact_visible_from: string;
            /** Format: date-time */
            contact_visible_until: string;
            operator: components["schemas"]["Contact"];
            /** Format: date-time */
            assigned_at: string;
            /** Format: date-time */
            acknowledged_at: string | null;
            /** Format: date-time */
            acknowledge_by: string;
            next_steps: {
                status: components["schemas"]["Step"] | string;
                leg: number;
                not_before: string | null;
            }[];
            vehicle_check: components["schemas"]["VehicleCheck"] | null;
            /** Format: date-time */
            no_show_allowed_at: string | null;
            /** Format: date-time */
            undo_until: string | null;
            events: components["schemas"]["TripEvent"][];
            incidents: components["schemas"]["Incident"][];
        };
        DriverTripEnvelope: {
            data: components["schemas"]["DriverTrip"];
        };
        /**
         * @description A part of a driver's trips.
         *
         *     - `today`: those of today
         *     - `upcoming`: those to come
         *     - `past`: those that are over
         *     - `all`: every one
         * @enum {string}
         */
        DriverTripFilter: "today" | "upcoming" | "past" | "all";
        Enquiry: {
            ref: string;
            customer_token: string;
            customer_url: string;
        };
        EnquiryEnvelope: {
            data: components["schemas"]["Enquiry"];
        };
        EnquiryInput: {
            customer: components["schemas"]["CustomerInput"];
            lead_passenger?: components["schemas"]["ContactInput"] | null;
            pickup: components["schemas"]["PlaceInput"];
            dropoff: components["schemas"]["PlaceInput"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at?: string | null;
            timezone?: string | null;
            passenger_count: number;
            trip_type?: components["schemas"]["TripType"] | null;
            purpose?: components["schemas"]["Purpose"] | null;
            legs?: components["schemas"]["LegInput"][] | null;
            passengers?: components["schemas"]["PassengersInput"] | null;
            luggage?: components["schemas"]["LuggageInput"] | null;
            vehicles_requested?: components["schemas"]["RequestedVehicleInput"][] | null;
            accessibility?: components["schemas"]["AccessibilityInput"] | null;
            amenities_required?: components["schemas"]["Amenity"][] | null;
            coach_stays_with_group?: boolean | null;
            waiting_minutes?: number | null;
            driver_provisions?: components["schemas"]["DriverProvisionsInput"] | null;
            dbs_required?: components["schemas"]["DbsLevel"] | null;
            flight?: components["schemas"]["FlightInput"] | null;
            distance_m?: number | null;
            driving_seconds?: number | null;
            notes?: string | null;
            /** Format: date-time */
            quote_by?: string | null;
            operator_ref?: string | null;
        };
        Entered: {
            ref: string;
            customer_token: string;
            customer_url: string;
            status: components["schemas"]["TripState"] | string;
            offers: {
                operator_ref: string;
                /** Format: date-time */
                offered_at: string;
            }[];
        };
        EnteredEnvelope: {
            data: components["schemas"]["Entered"];
        };
        Erasure: {
            status: components["schemas"]["ErasureStatus"] | string;
            scheduled_for: string | null;
            erased: string[];
            retained: {
                category: string;
                reason: string;
                until: string | null;
            }[];
        };
        ErasureEnvelope: {
            data: components["schemas"]["Erasure"];
        };
        ErasureInput: {
            confirm: boolean;
            reason?: string | null;
        };
        /**
         * @description Whether an erasure is coming.
         *
         *     - `scheduled`: on `scheduled_for`
         *     - `none`: it is not
         * @enum {string}
         */
        ErasureStatus: "scheduled" | "none";
        /**
         * @description What a webhook can tell.
         *
         *     - `job.offered`: a job is offered to you
         *     - `booking.confirmed`: the money has cleared and the booking is yours
         * @enum {string}
         */
        EventName: "job.offered" | "booking.confirmed";
        ExchangeInput: {
            token: string;
            device_name?: string | null;
            operator_ref?: string | null;
        };
        Export: {
            driver_id: number;
            /** Format: date-time */
            generated_at: string;
            categories: {
                profile: {
                    purpose: string;
                    retention: string;
                    records: {
                        name: string;
                        email: string | null;
                        phone: string | null;
                        locale: string | null;
                        emergency_contact_name: string | null;
                        emergency_contact_phone: string | null;
                        notify_by_sms: boolean;
                        /** Format: date-time */
                        invited_at: string | null;
                        /** Format: date-time */
                        activated_at: string | null;
                        /** Format: date-time */
                        app_last_seen_at: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                    }[];
                };
                licence_and_dbs: {
                    purpose: string;
                    retention: string;
                    records: {
                        license_number: string | null;
                        license_kind: string | null;
                        /** Format: date-time */
                        license_expires_at: string | null;
                        dbs_check_kind: string | null;
                        dbs_certificate_number: string | null;
                        /** Format: date-time */
                        dbs_expires_at: string | null;
                    }[];
                };
                dbs_readings: {
                    purpose: string;
                    retention: string;
                    records: {
                        /** Format: date-time */
                        read_at: string;
                    }[];
                };
                devices: {
                    purpose: string;
                    retention: string;
                    records: {
                        device_name: string;
                        push_platform: string | null;
                        push_token: string | null;
                        /** Format: date-time */
                        last_used_at: string | null;
                        /** Format: date-time */
                        removed_at: string | null;
                        /** Format: date-time */
                        created_at: string;
                    }[];
                };
                assignments: {
                    purpose: string;
                    retention: string;
                    records: {
                        ref: string;
                        /** Format: date-time */
                        departs_at: string;
                        /** Format: date-time */
                        ends_at: string;
                        vehicle_reg: string;
                        /** Format: date-time */
                        assigned_at: string;
                        /** Format: date-time */
                        first_seen_at: string | null;
                        /** Format: date-time */
                        acknowledged_at: string | null;
                        /** Format: date-time */
                        declined_at: string | null;
                        decline_reason: string | null;
                        /** Format: date-time */
                        ended_at: string | null;
                    }[];
                };
                trip_events: {
                    purpose: string;
                    retention: string;
                    records: {
                        ref: string;
                        id: number;
                        leg: number;
                        status: components["schemas"]["TripEventStatus"] | string;
                        /** Format: date-time */
                        occurred_at: string;
                        /** Format: date-time */
                        received_at: string;
                        by: components["schemas"]["Reporter"] | string;
                        note: string | null;
                        passenger_count: number | null;
                        delay_minutes: number | null;
                        latitude: number | null;
                        longitude: number | null;
                    }[];
                };
                locations: {
                    purpose: string;
                    retention: string;
                    records: {
                        /** Format: date-time */
                        recorded_at: string;
                        latitude: number;
                        longitude: number;
                        accuracy_m: number | null;
                        speed_mps: number | null;
                        heading_deg: number | null;
                        battery_percent: number | null;
                    }[];
                };
                vehicle_checks: {
                    purpose: string;
                    retention: string;
                    records: components["schemas"]["VehicleCheck"][];
                };
                incidents: {
                    purpose: string;
                    retention: string;
                    records: {
                        id: number;
                        ref: string;
                        kind: components["schemas"]["IncidentKind"] | string;
                        severity: components["schemas"]["IncidentSeverity"] | string;
                        status: components["schemas"]["IncidentStatus"] | string;
                        /** Format: date-time */
                        occurred_at: string;
                        note: string;
                        delay_minutes: number | null;
                        /** Format: date-time */
                        created_at: string;
                        latitude: number | null;
                        longitude: number | null;
                    }[];
                };
                consents: {
                    purpose: string;
                    retention: string;
                    records: {
                        purpose: string;
                        granted: boolean;
                        /** Format: date-time */
                        changed_at: string;
                    }[];
                };
                privacy_requests: {
                    purpose: string;
                    retention: string;
                    records: {
                        kind: string;
                        status: string;
                        reason: string | null;
                        scheduled_for: string | null;
                        /** Format: date-time */
                        created_at: string;
                    }[];
                };
                messages: {
                    purpose: string;
                    retention: string;
                    records: {
                        channel: string;
                        recipient: string;
                        subject: string | null;
                        status: string;
                        /** Format: date-time */
                        created_at: string;
                    }[];
                };
            };
        };
        ExportEnvelope: {
            data: components["schemas"]["Export"];
        };
        Flight: {
            number: string;
            direction: components["schemas"]["FlightDirection"] | string;
            /** Format: date-time */
            scheduled_at: string | null;
        };
        /**
         * @description Which end of a flight the group is at.
         *
         *     - `arrival`: they land
         *     - `departure`: they fly out
         * @enum {string}
         */
        FlightDirection: "arrival" | "departure";
        FlightInput: {
            number: string;
            direction: components["schemas"]["FlightDirection"];
            /** Format: date-time */
            scheduled_at?: string | null;
        };
        HoursAdvice: {
            driving_minutes: number;
            duty_minutes: number;
            breaks_minutes: number;
            second_driver_likely: boolean;
            rules: string[];
        };
        Incident: {
            id: number;
            ref: string;
            kind: components["schemas"]["IncidentKind"] | string;
            severity: components["schemas"]["IncidentSeverity"] | string;
            status: components["schemas"]["IncidentStatus"] | string;
            /** Format: date-time */
            occurred_at: string;
            note: string;
            delay_minutes: number | null;
            /** Format: date-time */
            created_at: string;
        };
        IncidentEnvelope: {
            data: components["schemas"]["Incident"];
        };
        IncidentInput: {
            kind: components["schemas"]["IncidentKind"];
            severity: components["schemas"]["IncidentSeverity"];
            /** Format: date-time */
            occurred_at: string;
            note: string;
            delay_minutes?: number | null;
            latitude?: number | null;
            longitude?: number | null;
        };
        /**
         * @description What went wrong.
         *
         *     - `delay`: a delay
         *     - `breakdown`: a breakdown
         *     - `collision`: a collision
         *     - `passenger_behaviour`: how passengers behaved
         *     - `injury`: somebody was hurt
         *     - `lost_property`: something was left behind
         *     - `access_problem`: a place could not be reached
         *     - `wrong_details`: the trip was described wrongly
         *     - `other`: something else
         * @enum {string}
         */
        IncidentKind: "delay" | "breakdown" | "collision" | "passenger_behaviour" | "injury" | "lost_property" | "access_problem" | "wrong_details" | "other";
        /**
         * @description How bad it is.
         *
         *     - `low`: the trip goes on
         *     - `medium`: the trip is affected
         *     - `high`: help is needed
         * @enum {string}
         */
        IncidentSeverity: "low" | "medium" | "high";
        /**
         * @description Whether somebody still has to see to it.
         *
         *     - `open`: somebody has to
         *     - `closed`: it is settled
         * @enum {string}
         */
        IncidentStatus: "open" | "closed";
        /**
         * @description What a price may hold or leave out.
         *
         *     - `driver`: the driver
         *     - `fuel`: fuel
         *     - `vat`: VAT
         *     - `parking`: parking
         *     - `tolls`: tolls
         *     - `congestion_charge`: congestion charge
         *     - `clean_air_charge`: clean air charge
         *     - `ferry`: ferries
         *     - `driver_meals`: the driver's meals
         *     - `driver_accommodation`: the driver's bed
         *     - `second_driver`: a second driver
         *     - `waiting`: waiting
         * @enum {string}
         */
        InclusionKind: "driver" | "fuel" | "vat" | "parking" | "tolls" | "congestion_charge" | "clean_air_charge" | "ferry" | "driver_meals" | "driver_accommodation" | "second_driver" | "waiting";
        Issued: {
            token: string;
            token_id: string;
            device_name: string;
            abilities: (components["schemas"]["Ability"] | string)[];
            /** Format: date-time */
            expires_at: string | null;
        };
        IssuedEnvelope: {
            data: components["schemas"]["Issued"];
        };
        /**
         * @description What was found.
         *
         *     - `ok`: nothing wrong
         *     - `defect`: a defect
         *     - `not_applicable`: the vehicle has none
         * @enum {string}
         */
        ItemResult: "ok" | "defect" | "not_applicable";
        Job: {
            ref: string;
            status: components["schemas"]["JobStatus"] | string;
            trip_type: components["schemas"]["TripType"] | string;
            purpose: components["schemas"]["Purpose"] | string;
            summary: string;
            pickup: components["schemas"]["Place"];
            dropoff: components["schemas"]["Place"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at: string | null;
            /** Format: date-time */
            ends_at: string;
            timezone: string;
            legs: components["schemas"]["Leg"][];
            passenger_count: number;
            passengers: components["schemas"]["Passengers"] | null;
            luggage: components["schemas"]["Luggage"] | null;
            vehicles_requested: components["schemas"]["RequestedVehicle"][];
            accessibility: components["schemas"]["Accessibility"] | null;
            amenities_required: (components["schemas"]["Amenity"] | string)[];
            coach_stays_with_group: boolean;
            waiting_minutes: number;
            driver_provisions: components["schemas"]["DriverProvisions"] | null;
            dbs_required: components["schemas"]["DbsLevel"] | string;
            flight: components["schemas"]["Flight"] | null;
            distance_m: number | null;
            driving_seconds: number | null;
            hours_advice: components["schemas"]["HoursAdvice"] | null;
            notes: string | null;
            currency_code: string;
            /** Format: date-time */
            quote_by: string;
            /** Format: date-time */
            offered_at: string;
            /** Format: date-time */
            closed_at: string | null;
            booking_ref: string | null;
            my_quote: components["schemas"]["MyQuote"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        JobEnvelope: {
            data: components["schemas"]["Job"];
        };
        /**
         * @description A part of the inbox.
         *
         *     - `all`: everything ever offered to you that you have not won
         *     - `fresh`: open, not declined, and you have no live quote
         *     - `quoted`: you have a live quote, requests among them
         *     - `closing`: open for quotes, and `quote_by` is near
         *     - `expired`: `quote_by` or the departure passed without a live quote
         * @enum {string}
         */
        JobFilter: "all" | "fresh" | "quoted" | "closing" | "expired";
        JobPage: {
            data: components["schemas"]["Job"][];
            links: components["schemas"]["Links"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Where a job stands for the operator who reads it.
         *
         *     - `fresh`: open, and you have no live quote
         *     - `quoted`: your quote is live
         *     - `booking_requested`: the customer asks you to book; answer by `respond_by`
         *     - `won`: the trip is yours
         *     - `lost`: another operator has it
         *     - `declined`: you turned it down
         *     - `expired`: nothing came of it in time
         *     - `cancelled`: the trip was called off
         * @enum {string}
         */
        JobStatus: "fresh" | "quoted" | "booking_requested" | "won" | "lost" | "declined" | "expired" | "cancelled";
        Key: {
            token_id: string;
            name: string;
            hint: string;
            abilities: (components["schemas"]["Ability"] | string)[];
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
        };
        KeyInput: {
            name: string;
            abilities: components["schemas"]["Ability"][];
            /** Format: date-time */
            expires_at?: string | null;
        };
        KeysEnvelope: {
            data: components["schemas"]["Key"][];
        };
        Leg: {
            sequence: number;
            kind: components["schemas"]["LegKind"] | string;
            pickup: components["schemas"]["Place"];
            dropoff: components["schemas"]["Place"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            arrive_by: string | null;
            passenger_count: number;
            waiting_minutes: number;
            distance_m: number | null;
            driving_seconds: number | null;
            stops: components["schemas"]["Stop"][];
        };
        LegInput: {
            kind?: components["schemas"]["LegKind"] | null;
            pickup: components["schemas"]["PlaceInput"];
            dropoff: components["schemas"]["PlaceInput"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            arrive_by?: string | null;
            passenger_count?: number | null;
            waiting_minutes?: number | null;
            distance_m?: number | null;
            driving_seconds?: number | null;
            stops?: components["schemas"]["StopInput"][] | null;
        };
        /**
         * @description What happens on a leg.
         *
         *     - `transfer`: the group is driven
         *     - `standby`: the coach waits
         * @enum {string}
         */
        LegKind: "transfer" | "standby";
        /**
         * @description How far a leg has come.
         *
         *     - `pending`: not begun
         *     - `en_route`: on the way to the pick-up
         *     - `arrived`: at the pick-up
         *     - `on_board`: the group is on board
         *     - `completed`: the leg is over
         *     - `no_show`: nobody came
         * @enum {string}
         */
        LegStatus: "pending" | "en_route" | "arrived" | "on_board" | "completed" | "no_show";
        LinkInput: {
            /** Format: email */
            email: string;
        };
        Links: {
            first: string | null;
            last: string | null;
            prev: string | null;
            next: string | null;
        };
        ListedDriverTrip: {
            ref: string;
            status: components["schemas"]["BookingStatus"] | string;
            trip_status: components["schemas"]["TripStatus"] | string;
            trip_type: components["schemas"]["TripType"] | string;
            timezone: string;
            pickup: components["schemas"]["Place"];
            dropoff: components["schemas"]["Place"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at: string | null;
            passenger_count: number;
            vehicle: components["schemas"]["AssignedVehicle"];
            /** Format: date-time */
            assigned_at: string;
            /** Format: date-time */
            acknowledged_at: string | null;
            /** Format: date-time */
            acknowledge_by: string;
        };
        ListedDriverTripPage: {
            data: components["schemas"]["ListedDriverTrip"][];
            links: components["schemas"]["Links"];
            meta: components["schemas"]["Meta"];
        };
        LocationsInput: {
            points: {
                /** Format: date-time */
                recorded_at: string;
                latitude: number;
                longitude: number;
                accuracy_m?: number | null;
                speed_mps?: number | null;
                heading_deg?: number | null;
                battery_percent?: number | null;
            }[];
        };
        Luggage: {
            suitcases: number;
            hand_luggage: number;
            oversized: string[];
            note: string | null;
        };
        LuggageInput: {
            suitcases?: number | null;
            hand_luggage?: number | null;
            oversized?: string[];
            note?: string | null;
        };
        Me: {
            operator_ref: string;
            operator: {
                name: string;
                operator_licence: string | null;
                timezone: string;
                currency_code: string;
            };
            credential: {
                kind: components["schemas"]["CredentialKind"] | string;
                token_id: string;
                name: string;
                abilities: (components["schemas"]["Ability"] | string)[];
                /** Format: date-time */
                expires_at: string | null;
                /** Format: date-time */
                last_used_at: string | null;
                /** Format: date-time */
                created_at: string;
            };
            user: {
                id: number;
                name: string;
                email: string;
                role: components["schemas"]["Role"] | string;
            } | null;
        };
        MeEnvelope: {
            data: components["schemas"]["Me"];
        };
        Message: {
            message: string;
        };
        Meta: {
            current_page: number;
            from: number | null;
            last_page: number;
            links: components["schemas"]["PageLink"][];
            path: string | null;
            per_page: number;
            to: number | null;
            total: number;
        };
        MintedKey: {
            token: string;
            token_id: string;
            name: string;
            hint: string;
            abilities: (components["schemas"]["Ability"] | string)[];
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        MintedKeyEnvelope: {
            data: components["schemas"]["MintedKey"];
        };
        MyQuote: {
            id: number;
            status: components["schemas"]["QuoteStatus"] | string;
            instantly_bookable: boolean;
            revision: number;
            /** @description In minor units of `currency_code`. */
            price_amount: number;
            /** @description In minor units of `currency_code`. */
            commission_amount: number;
            /** @description In minor units of `currency_code`. */
            payout_amount: number;
            /** @description In minor units of `currency_code`. */
            deposit_amount: number;
            currency_code: string;
            vehicles: components["schemas"]["QuoteVehicle"][];
            inclusions: string[];
            exclusions: string[];
            included_waiting_minutes: number | null;
            /** @description In minor units of `currency_code`. */
            extra_hour_amount: number | null;
            /** @description In minor units of `currency_code`. */
            extra_mile_amount: number | null;
            note: string | null;
            /** Format: date-time */
            valid_until: string;
            booking_request: components["schemas"]["BookingRequest"] | null;
            rejection: components["schemas"]["Rejection"] | null;
            /** Format: date-time */
            submitted_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            closed_at: string | null;
        };
        NewWebhook: {
            id: number;
            label: string;
            endpoint_url: string;
            events: (components["schemas"]["EventName"] | string)[];
            status: components["schemas"]["WebhookStatus"] | string;
            consecutive_failures: number;
            /** Format: date-time */
            parked_at: string | null;
            parked_reason: components["schemas"]["ParkedReason"] | string | null;
            skipped_since_parked: number;
            /** Format: date-time */
            last_delivery_at: string | null;
            last_response_status: number | null;
            /** Format: date-time */
            created_at: string;
            secret: string;
        };
        NewWebhookEnvelope: {
            data: components["schemas"]["NewWebhook"];
        };
        NoteInput: {
            note?: string | null;
        };
        /**
         * @description What an odometer counts.
         *
         *     - `mi`: miles
         *     - `km`: kilometres
         * @enum {string}
         */
        OdometerUnit: "mi" | "km";
        /**
         * @description How an offer ended.
         *
         *     - `won`: the operator has the trip
         *     - `lost`: another operator has it
         *     - `cancelled`: the trip was called off
         *     - `expired`: nothing came of it in time
         * @enum {string}
         */
        OfferOutcome: "won" | "lost" | "cancelled" | "expired";
        OffersInput: {
            /** Format: date-time */
            offer_to: "all" | string[];
        };
        Operator: {
            operator_ref: string;
            name: string;
            currency_code: string;
            timezone: string;
            operator_licence: string | null;
            phone: string | null;
            email: string | null;
            commission_bps: number;
            deposit_bps: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        OperatorEnvelope: {
            data: components["schemas"]["Operator"];
        };
        OperatorInput: {
            name: string;
            currency_code: string;
            timezone: string;
            operator_licence?: string | null;
            phone?: string | null;
            /** Format: email */
            email?: string | null;
            commission_bps?: number;
            deposit_bps?: number;
            /** Format: email */
            admin_email?: string | null;
            admin_name?: string | null;
        };
        OperatorPage: {
            data: components["schemas"]["Operator"][];
            links: components["schemas"]["Links"];
            meta: components["schemas"]["Meta"];
        };
        OwnChangeInput: {
            locale?: string | null;
            emergency_contact_name?: string | null;
            emergency_contact_phone?: string | null;
            notify_by_sms?: boolean;
        };
        OwnTripInput: {
            customer: components["schemas"]["CustomerInput"];
            lead_passenger?: components["schemas"]["ContactInput"] | null;
            pickup: components["schemas"]["PlaceInput"];
            dropoff: components["schemas"]["PlaceInput"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at?: string | null;
            timezone?: string | null;
            passenger_count: number;
            trip_type?: components["schemas"]["TripType"] | null;
            purpose?: components["schemas"]["Purpose"] | null;
            legs?: components["schemas"]["LegInput"][] | null;
            passengers?: components["schemas"]["PassengersInput"] | null;
            luggage?: components["schemas"]["LuggageInput"] | null;
            vehicles_requested?: components["schemas"]["RequestedVehicleInput"][] | null;
            accessibility?: components["schemas"]["AccessibilityInput"] | null;
            amenities_required?: components["schemas"]["Amenity"][] | null;
            coach_stays_with_group?: boolean | null;
            waiting_minutes?: number | null;
            driver_provisions?: components["schemas"]["DriverProvisionsInput"] | null;
            dbs_required?: components["schemas"]["DbsLevel"] | null;
            flight?: components["schemas"]["FlightInput"] | null;
            distance_m?: number | null;
            driving_seconds?: number | null;
            notes?: string | null;
            /** Format: date-time */
            quote_by?: string | null;
        };
        PageLink: {
            url: string | null;
            label: string;
            active: boolean;
        };
        /**
         * @description Why a subscription is not sent to any more.
         *
         *     - `consecutive_failures`: too many attempts failed in a row
         *     - `credential_revoked`: what made it has been revoked or has expired
         * @enum {string}
         */
        ParkedReason: "consecutive_failures" | "credential_revoked";
        Passengers: {
            adults: number;
            children: number;
            infants: number;
        };
        PassengersInput: {
            adults?: number | null;
            children?: number | null;
            infants?: number | null;
        };
        /**
         * @description Where the payment behind a booking request stands.
         *
         *     - `card_saved`: a card waits to be charged
         *     - `charging`: the card is being charged
         *     - `requires_action`: the bank wants the customer to confirm
         *     - `in_doubt`: nobody knows yet whether the card was charged
         *     - `declined`: the card was declined
         *     - `awaiting_transfer`: a bank transfer is awaited
         *     - `succeeded`: the money is there
         *     - `released`: nothing came of it
         * @enum {string}
         */
        PaymentStatus: "card_saved" | "charging" | "requires_action" | "in_doubt" | "declined" | "awaiting_transfer" | "succeeded" | "released";
        Payout: {
            id: number;
            booking_ref: string;
            status: components["schemas"]["PayoutStatus"] | string;
            amount: number;
            currency_code: string;
            /** @description In minor units of `currency_code`. */
            price_amount: number;
            /** @description In minor units of `currency_code`. */
            commission_amount: number;
            adjustments: {
                kind: string;
                amount: number;
                note: string | null;
            }[];
            scheduled_for: string | null;
            /** Format: date-time */
            paid_at: string | null;
            statement_ref: string | null;
            failure_reason: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        PayoutEnvelope: {
            data: components["schemas"]["Payout"];
        };
        PayoutInput: {
            status: components["schemas"]["PayoutReport"];
            statement_ref?: string | null;
            failure_reason?: string | null;
            /** Format: date-time */
            paid_at?: string | null;
        };
        PayoutPage: {
            data: components["schemas"]["Payout"][];
            links: components["schemas"]["Links"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description What has become of a payout.
         *
         *     - `scheduled`: it will be tried again
         *     - `in_transit`: on its way
         *     - `paid`: arrived
         *     - `failed`: it came back
         * @enum {string}
         */
        PayoutReport: "scheduled" | "in_transit" | "paid" | "failed";
        /**
         * @description Where a payout stands.
         *
         *     - `pending`: the trip is not over yet
         *     - `scheduled`: it leaves on `scheduled_for`
         *     - `in_transit`: on its way
         *     - `paid`: arrived
         *     - `failed`: it came back; `failure_reason` says why
         *     - `cancelled`: nothing is owed any more
         * @enum {string}
         */
        PayoutStatus: "pending" | "scheduled" | "in_transit" | "paid" | "failed" | "cancelled";
        Place: {
            label: string;
            kind: components["schemas"]["PlaceKind"] | string;
            locality: string | null;
            postcode_area: string | null;
            country_code: string | null;
            address_lines: string[];
            postcode: string | null;
            latitude: number | null;
            longitude: number | null;
            access_note: string | null;
        };
        PlaceInput: {
            label: string;
            kind: components["schemas"]["PlaceKind"];
            locality?: string | null;
            postcode_area?: string | null;
            country_code?: string | null;
            address_lines?: string[];
            postcode?: string | null;
            latitude?: number | null;
            longitude?: number | null;
            access_note?: string | null;
        };
        /**
         * @description What a place is.
         *
         *     - `residential`: a home; its address is hidden until the trip is won
         *     - `school`: a school
         *     - `venue`: a venue
         *     - `hotel`: a hotel
         *     - `airport`: an airport
         *     - `port`: a port
         *     - `station`: a station
         *     - `office`: an office
         *     - `depot`: a depot
         *     - `other`: something else
         * @enum {string}
         */
        PlaceKind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
        ProgressInput: {
            status: components["schemas"]["ProgressReport"];
            leg?: number | null;
            /** Format: date-time */
            occurred_at: string;
            latitude?: number | null;
            longitude?: number | null;
            accuracy_m?: number | null;
            passenger_count?: number | null;
            delay_minutes?: number | null;
            note?: string | null;
            contact_attempted?: boolean | null;
            undo?: boolean | null;
        };
        /**
         * @description What a driver tells on the way.
         *
         *     - `en_route`: on the way to the pick-up
         *     - `arrived`: at the pick-up
         *     - `on_board`: the group is on board
         *     - `completed`: the leg is over
         *     - `no_show`: nobody came
         *     - `delayed`: later than planned; moves nothing
         *     - `stop_reached`: at a stop on the way; moves nothing
         * @enum {string}
         */
        ProgressReport: "en_route" | "arrived" | "on_board" | "completed" | "no_show" | "delayed" | "stop_reached";
        /**
         * @description Who sees to something for the driver.
         *
         *     - `customer`: the customer
         *     - `operator`: the operator
         *     - `none`: nobody, it is not needed
         * @enum {string}
         */
        Provider: "customer" | "operator" | "none";
        /**
         * @description What a trip is for.
         *
         *     - `school`: a school
         *     - `airport`: to or from an airport
         *     - `wedding`: a wedding
         *     - `sports`: a match or a tournament
         *     - `corporate`: a company
         *     - `tour`: a tour
         *     - `day_trip`: a day out
         *     - `funeral`: a funeral
         *     - `rail_replacement`: in place of a train
         *     - `other`: something else
         * @enum {string}
         */
        Purpose: "school" | "airport" | "wedding" | "sports" | "corporate" | "tour" | "day_trip" | "funeral" | "rail_replacement" | "other";
        /**
         * @description Where a phone is notified.
         *
         *     - `ios`: iOS
         *     - `android`: Android
         *     - `web`: a browser
         * @enum {string}
         */
        PushPlatform: "ios" | "android" | "web";
        PushTokenInput: {
            platform: components["schemas"]["PushPlatform"];
            token: string | null;
        };
        QuoteInput: {
            /** @description In minor units of `currency_code`. */
            price_amount: number;
            currency_code: string;
            availability: components["schemas"]["Availability"];
            vehicles: {
                type: components["schemas"]["VehicleType"];
                count: number;
                seats: number;
                description?: string | null;
                vehicle_id?: number | null;
            }[];
            inclusions?: components["schemas"]["InclusionKind"][];
            exclusions?: components["schemas"]["InclusionKind"][];
            /** @description In minor units of `currency_code`. */
            deposit_amount?: number | null;
            included_waiting_minutes?: number | null;
            /** @description In minor units of `currency_code`. */
            extra_hour_amount?: number | null;
            /** @description In minor units of `currency_code`. */
            extra_mile_amount?: number | null;
            note?: string | null;
            /** Format: date-time */
            valid_until?: string | null;
        };
        /**
         * @description Where a quote stands; the first three are live.
         *
         *     - `likely`: the customer may ask to book it
         *     - `confirmed`: the customer may book it at once
         *     - `requested`: the customer asks to book it
         *     - `booked`: paid for
         *     - `rejected`: the operator turned the customer's request down
         *     - `withdrawn`: the operator took it back
         *     - `lost`: another quote won, or the trip was called off
         *     - `expired`: `valid_until` or the departure passed
         * @enum {string}
         */
        QuoteStatus: "likely" | "confirmed" | "requested" | "booked" | "rejected" | "withdrawn" | "lost" | "expired";
        QuoteVehicle: {
            type: components["schemas"]["VehicleType"] | string;
            count: number;
            seats: number;
            description: string | null;
            vehicle_id: number | null;
        };
        ReasonInput: {
            reason: string;
        };
        /**
         * @description Whether what goes back to a customer has been sent.
         *
         *     - `due`: it will be sent
         *     - `refunded`: it has been sent
         * @enum {string}
         */
        RefundStatus: "due" | "refunded";
        Registered: {
            registered: boolean;
        };
        RegisteredEnvelope: {
            data: components["schemas"]["Registered"];
        };
        Reinvite: {
            id: number;
            invited: boolean;
        };
        ReinviteEnvelope: {
            data: components["schemas"]["Reinvite"];
        };
        RejectInput: {
            reason: string;
            reason_code?: components["schemas"]["RejectionReason"] | null;
        };
        Rejection: {
            reason_code: string | null;
            reason: string;
            /** Format: date-time */
            rejected_at: string;
        };
        /**
         * @description Why a booking request is turned down.
         *
         *     - `vehicle_unavailable`: the vehicle is not free any more
         *     - `driver_unavailable`: the driver is not free any more
         *     - `driver_hours`: the drivers' hours do not allow it
         *     - `price_changed`: the price does not hold any more
         *     - `itinerary`: the itinerary cannot be driven as it stands
         *     - `other`: something else
         * @enum {string}
         */
        RejectionReason: "vehicle_unavailable" | "driver_unavailable" | "driver_hours" | "price_changed" | "itinerary" | "other";
        /**
         * @description Who wrote a line of the log.
         *
         *     - `driver`: the driver
         *     - `operator`: the operator
         *     - `system`: the clock
         * @enum {string}
         */
        Reporter: "driver" | "operator" | "system";
        /**
         * @description Where a customer's booking request stands.
         *
         *     - `pending`: the operator has not answered yet
         *     - `payment_declined`: the operator agreed, and the card was declined
         *     - `payment_action_required`: the bank wants the customer to confirm the payment
         *     - `payment_in_doubt`: nobody knows yet whether the card was charged
         *     - `awaiting_payment`: a bank transfer is awaited
         *     - `confirmed`: agreed and paid
         *     - `rejected`: the operator said no
         *     - `withdrawn`: the customer took it back
         *     - `expired`: not answered in time
         *     - `lost`: the trip went elsewhere or was called off
         * @enum {string}
         */
        RequestStatus: "pending" | "payment_declined" | "payment_action_required" | "payment_in_doubt" | "awaiting_payment" | "confirmed" | "rejected" | "withdrawn" | "expired" | "lost";
        RequestedVehicle: {
            type: components["schemas"]["VehicleType"] | string;
            count: number;
            min_seats: number | null;
        };
        RequestedVehicleInput: {
            type: components["schemas"]["VehicleType"];
            count: number;
            min_seats?: number | null;
        };
        /**
         * @description What one of an operator's people does.
         *
         *     - `admin`: everything
         *     - `dispatcher`: jobs, quotes, bookings, drivers
         *     - `accounts`: bookings and payouts
         * @enum {string}
         */
        Role: "admin" | "dispatcher" | "accounts";
        RoleInput: {
            role: components["schemas"]["Role"];
        };
        /**
         * @description What a leg goes through.
         *
         *     - `en_route`: on the way to the pick-up
         *     - `arrived`: at the pick-up
         *     - `on_board`: the group is on board
         *     - `completed`: the leg is over
         *     - `no_show`: nobody came
         * @enum {string}
         */
        Step: "en_route" | "arrived" | "on_board" | "completed" | "no_show";
        Stop: {
            sequence: number;
            kind: components["schemas"]["StopKind"] | string;
            place: components["schemas"]["Place"];
            /** Format: date-time */
            arrive_at: string | null;
            /** Format: date-time */
            depart_at: string | null;
            waiting_minutes: number | null;
            note: string | null;
        };
        StopInput: {
            kind: components["schemas"]["StopKind"];
            place: components["schemas"]["PlaceInput"];
            /** Format: date-time */
            arrive_at?: string | null;
            /** Format: date-time */
            depart_at?: string | null;
            waiting_minutes?: number | null;
            note?: string | null;
        };
        /**
         * @description What a stop is for.
         *
         *     - `pickup`: people get on
         *     - `dropoff`: people get off
         *     - `comfort`: a rest
         *     - `visit`: a visit
         * @enum {string}
         */
        StopKind: "pickup" | "dropoff" | "comfort" | "visit";
        SwitchInput: {
            operator_ref: string;
        };
        Tracking: {
            accepted: number;
            ignored: number;
            tracking: boolean;
            interval_seconds: number;
        };
        TrackingEnvelope: {
            data: components["schemas"]["Tracking"];
        };
        TripCancellation: {
            by: components["schemas"]["CancelledBy"] | string;
            reason: string;
            /** @description In minor units of `currency_code`. */
            refund_amount: number;
            currency_code: string | null;
            at: string;
        };
        TripEvent: {
            id: number;
            leg: number;
            status: components["schemas"]["TripEventStatus"] | string;
            /** Format: date-time */
            occurred_at: string;
            /** Format: date-time */
            received_at: string;
            by: components["schemas"]["Reporter"] | string;
            note: string | null;
        };
        /**
         * @description What a line of the log tells.
         *
         *     - `en_route`: on the way to the pick-up
         *     - `arrived`: at the pick-up
         *     - `on_board`: the group is on board
         *     - `completed`: the leg is over
         *     - `no_show`: nobody came
         *     - `delayed`: later than planned
         *     - `stop_reached`: at a stop on the way
         *     - `reverted`: the line before was a mistake
         * @enum {string}
         */
        TripEventStatus: "en_route" | "arrived" | "on_board" | "completed" | "no_show" | "delayed" | "stop_reached" | "reverted";
        TripInput: {
            customer: components["schemas"]["CustomerInput"];
            lead_passenger?: components["schemas"]["ContactInput"] | null;
            pickup: components["schemas"]["PlaceInput"];
            dropoff: components["schemas"]["PlaceInput"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at?: string | null;
            timezone?: string | null;
            passenger_count: number;
            trip_type?: components["schemas"]["TripType"] | null;
            purpose?: components["schemas"]["Purpose"] | null;
            legs?: components["schemas"]["LegInput"][] | null;
            passengers?: components["schemas"]["PassengersInput"] | null;
            luggage?: components["schemas"]["LuggageInput"] | null;
            vehicles_requested?: components["schemas"]["RequestedVehicleInput"][] | null;
            accessibility?: components["schemas"]["AccessibilityInput"] | null;
            amenities_required?: components["schemas"]["Amenity"][] | null;
            coach_stays_with_group?: boolean | null;
            waiting_minutes?: number | null;
            driver_provisions?: components["schemas"]["DriverProvisionsInput"] | null;
            dbs_required?: components["schemas"]["DbsLevel"] | null;
            flight?: components["schemas"]["FlightInput"] | null;
            distance_m?: number | null;
            driving_seconds?: number | null;
            notes?: string | null;
            /** Format: date-time */
            quote_by?: string | null;
            currency_code?: string | null;
            /** Format: date-time */
            offer_to: "all" | string[];
        };
        /**
         * @description Where a trip stands, whoever looks.
         *
         *     - `open`: offered, and nobody has it yet
         *     - `booked`: an operator has it
         *     - `completed`: driven
         *     - `cancelled`: called off
         *     - `expired`: departed without a booking
         * @enum {string}
         */
        TripState: "open" | "booked" | "completed" | "cancelled" | "expired";
        /**
         * @description How far a booked trip has come.
         *
         *     - `unassigned`: it has no driver
         *     - `assigned`: its driver has not said yes yet
         *     - `acknowledged`: its driver has said yes
         *     - `en_route`: on the way to the pick-up
         *     - `arrived`: at the pick-up
         *     - `on_board`: the group is on board
         *     - `between_legs`: between two legs
         *     - `completed`: over
         *     - `no_show`: nobody came
         * @enum {string}
         */
        TripStatus: "unassigned" | "assigned" | "acknowledged" | "en_route" | "arrived" | "on_board" | "between_legs" | "completed" | "no_show";
        /**
         * @description The shape of a trip.
         *
         *     - `one_way`: there
         *     - `return`: there and back
         *     - `multi_day`: over several days
         *     - `shuttle`: to and fro
         * @enum {string}
         */
        TripType: "one_way" | "return" | "multi_day" | "shuttle";
        User: {
            id: number;
            email: string;
            name: string;
            role: components["schemas"]["Role"] | string;
            /** Format: date-time */
            invited_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        UserEnvelope: {
            data: components["schemas"]["User"];
        };
        UserInput: {
            /** Format: email */
            email: string;
            name: string;
            role: components["schemas"]["Role"];
        };
        UsersEnvelope: {
            data: components["schemas"]["User"][];
        };
        /**
         * @description Whether a paper holds.
         *
         *     - `ok`: it does
         *     - `expiring`: it soon will not
         *     - `expired`: it does not any more
         *     - `missing`: there is none
         * @enum {string}
         */
        Validity: "ok" | "expiring" | "expired" | "missing";
        Vehicle: {
            id: number;
            registration: string;
            type: string;
            seats: number;
            description: string | null;
            amenities: string[];
            wheelchair_spaces: number;
            mot_due: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        VehicleCheck: {
            id: number;
            vehicle_reg: string;
            trip_ref: string | null;
            kind: components["schemas"]["CheckKind"] | string;
            odometer: number | null;
            odometer_unit: components["schemas"]["OdometerUnit"] | string;
            /** Format: date-time */
            checked_at: string;
            items: {
                code: components["schemas"]["CheckCode"] | string;
                result: components["schemas"]["ItemResult"] | string;
                severity: components["schemas"]["DefectSeverity"] | string | null;
                note: string | null;
            }[];
            safe_to_drive: boolean;
            declaration: boolean;
            nil_defect: boolean;
            result: components["schemas"]["CheckResult"] | string;
            /** Format: date-time */
            resolved_at: string | null;
        };
        VehicleCheckEnvelope: {
            data: components["schemas"]["VehicleCheck"];
        };
        VehicleCheckInput: {
            vehicle_reg: string;
            trip_ref?: string | null;
            kind: components["schemas"]["CheckKind"];
            odometer?: number | null;
            odometer_unit?: components["schemas"]["OdometerUnit"];
            /** Format: date-time */
            checked_at: string;
            items: {
                code: components["schemas"]["CheckCode"];
                result: components["schemas"]["ItemResult"];
                severity?: components["schemas"]["DefectSeverity"] | null;
                note?: string | null;
            }[];
            safe_to_drive: boolean;
            /** @constant */
            declaration: true;
        };
        VehicleEnvelope: {
            data: components["schemas"]["Vehicle"];
        };
        VehicleInput: {
            registration: string;
            type: components["schemas"]["VehicleType"];
            seats: number;
            description?: string | null;
            amenities?: components["schemas"]["Amenity"][];
            wheelchair_spaces?: number;
            /** Format: date-time */
            mot_due?: string | null;
        };
        VehiclePatch: {
            registration?: string;
            type?: components["schemas"]["VehicleType"];
            seats?: number;
            description?: string | null;
            amenities?: components["schemas"]["Amenity"][];
            wheelchair_spaces?: number;
            /** Format: date-time */
            mot_due?: string | null;
        };
        /**
         * @description A kind of vehicle.
         *
         *     - `mpv_8`: people carrier, up to 8 seats
         *     - `minibus_16`: minibus, up to 16 seats
         *     - `midicoach_35`: midicoach, up to 35 seats
         *     - `coach_49`: coach, up to 49 seats
         *     - `coach_53`: coach, up to 53 seats
         *     - `coach_57_plus`: coach, 57 seats or more
         *     - `executive_coach`: executive coach
         *     - `double_decker`: double-decker
         *     - `bus`: service bus
         * @enum {string}
         */
        VehicleType: "mpv_8" | "minibus_16" | "midicoach_35" | "coach_49" | "coach_53" | "coach_57_plus" | "executive_coach" | "double_decker" | "bus";
        VehiclesEnvelope: {
            data: components["schemas"]["Vehicle"][];
        };
        VerifyInput: {
            phone: string;
            code: string;
            device_name?: string | null;
            operator_ref?: string | null;
        };
        Webhook: {
            id: number;
            label: string;
            endpoint_url: string;
            events: (components["schemas"]["EventName"] | string)[];
            status: components["schemas"]["WebhookStatus"] | string;
            consecutive_failures: number;
            /** Format: date-time */
            parked_at: string | null;
            parked_reason: components["schemas"]["ParkedReason"] | string | null;
            skipped_since_parked: number;
            /** Format: date-time */
            last_delivery_at: string | null;
            last_response_status: number | null;
            /** Format: date-time */
            created_at: string;
        };
        WebhookInput: {
            label: string;
            endpoint_url: string;
            events: components["schemas"]["EventName"][];
        };
        /**
         * @description Whether a subscription is sent to.
         *
         *     - `active`: it is
         *     - `parked`: it is not any more; subscribe again
         * @enum {string}
         */
        WebhookStatus: "active" | "parked";
        WebhooksEnvelope: {
            data: components["schemas"]["Webhook"][];
        };
        WholeTrip: {
            ref: string;
            status: components["schemas"]["TripState"] | string;
            source: components["schemas"]["CancelledBy"] | string;
            customer: components["schemas"]["Customer"];
            lead_passenger: components["schemas"]["Contact"] | null;
            trip_type: components["schemas"]["TripType"] | string;
            purpose: components["schemas"]["Purpose"] | string;
            summary: string;
            pickup: components["schemas"]["Place"];
            dropoff: components["schemas"]["Place"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at: string | null;
            /** Format: date-time */
            ends_at: string;
            timezone: string;
            legs: components["schemas"]["Leg"][];
            passenger_count: number;
            passengers: components["schemas"]["Passengers"] | null;
            luggage: components["schemas"]["Luggage"] | null;
            vehicles_requested: components["schemas"]["RequestedVehicle"][];
            accessibility: components["schemas"]["Accessibility"] | null;
            amenities_required: (components["schemas"]["Amenity"] | string)[];
            coach_stays_with_group: boolean;
            waiting_minutes: number;
            driver_provisions: components["schemas"]["DriverProvisions"] | null;
            dbs_required: components["schemas"]["DbsLevel"] | string;
            flight: components["schemas"]["Flight"] | null;
            distance_m: number | null;
            driving_seconds: number | null;
            hours_advice: components["schemas"]["HoursAdvice"] | null;
            notes: string | null;
            currency_code: string | null;
            /** Format: date-time */
            quote_by: string;
            offers: {
                operator_ref: string;
                /** Format: date-time */
                offered_at: string;
                /** Format: date-time */
                declined_at: string | null;
                outcome: components["schemas"]["OfferOutcome"] | string | null;
                /** Format: date-time */
                closed_at: string | null;
            }[];
            quotes: {
                operator_ref: string;
                id: number;
                status: components["schemas"]["QuoteStatus"] | string;
                instantly_bookable: boolean;
                revision: number;
                /** @description In minor units of `currency_code`. */
                price_amount: number;
                /** @description In minor units of `currency_code`. */
                commission_amount: number;
                /** @description In minor units of `currency_code`. */
                payout_amount: number;
                /** @description In minor units of `currency_code`. */
                deposit_amount: number;
                currency_code: string;
                vehicles: components["schemas"]["QuoteVehicle"][];
                inclusions: string[];
                exclusions: string[];
                included_waiting_minutes: number | null;
                /** @description In minor units of `currency_code`. */
                extra_hour_amount: number | null;
                /** @description In minor units of `currency_code`. */
                extra_mile_amount: number | null;
                note: string | null;
                /** Format: date-time */
                valid_until: string;
                booking_request: components["schemas"]["BookingRequest"] | null;
                rejection: components["schemas"]["Rejection"] | null;
                /** Format: date-time */
                submitted_at: string;
                /** Format: date-time */
                updated_at: string;
                /** Format: date-time */
                closed_at: string | null;
            }[];
            booking: {
                operator_ref: string;
                ref: string;
                status: components["schemas"]["BookingStatus"] | string;
                trip_status: components["schemas"]["TripStatus"] | string;
                trip_type: components["schemas"]["TripType"] | string;
                purpose: components["schemas"]["Purpose"] | string;
                summary: string;
                pickup: components["schemas"]["Place"];
                dropoff: components["schemas"]["Place"];
                /** Format: date-time */
                departs_at: string;
                /** Format: date-time */
                returns_at: string | null;
                /** Format: date-time */
                ends_at: string;
                timezone: string;
                passenger_count: number;
                vehicles: components["schemas"]["QuoteVehicle"][];
                /** @description In minor units of `currency_code`. */
                price_amount: number;
                /** @description In minor units of `currency_code`. */
                deposit_amount: number;
                /** @description In minor units of `currency_code`. */
                balance_amount: number;
                /** @description In minor units of `currency_code`. */
                commission_amount: number;
                /** @description In minor units of `currency_code`. */
                payout_amount: number;
                currency_code: string;
                payment_status: components["schemas"]["BookingPaymentStatus"] | string;
                /** Format: date-time */
                balance_due_at: string | null;
                driver: components["schemas"]["Crew"] | null;
                vehicle_reg: string | null;
                needs_driver: boolean;
                /** Format: date-time */
                confirmed_at: string;
                /** Format: date-time */
                cancelled_at: string | null;
                /** Format: date-time */
                updated_at: string;
            } | null;
            cancellation: components["schemas"]["TripCancellation"] | null;
            /** Format: date-time */
            closed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WholeTripEnvelope: {
            data: components["schemas"]["WholeTrip"];
        };
    };
    responses: {
        /** @description `unauthenticated`: No token, or one that is unknown, expired or revoked. */
        unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `missing_ability`: The credential lacks the ability that `missing_ability` names. */
        missing_ability: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `wrong_credential`: This is for another kind of credential. */
        wrong_credential: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found`: There is no such thing on the caller's account. */
        not_found: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large`: The body is larger than 256 KiB. */
        payload_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `validation_failed`: The request is not valid; `fields` says where and why. */
        validation_failed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: Too many requests; `Retry-After` says when the next one is welcome. */
        rate_limited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `server_error`: A fault of ours. */
        server_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unavailable`: Storage is busy or full and nothing was written, or it is not known yet what became of a payment; ask again after `Retry-After`. */
        unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Counts from 1. */
        page: number;
        /** @description At most 100; a number out of range becomes the nearest one in it. */
        per_page: number;
        /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
        "Idempotency-Key": string;
        /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
        "X-Request-Id": string;
    };
    requestBodies: never;
    headers: {
        /** @description The request's own id, or one made for it; it is in the log too. */
        "X-Request-Id": string;
        /** @description Calls that the tightest window holds. */
        "X-RateLimit-Limit": number;
        /** @description Calls left in the tightest window. */
        "X-RateLimit-Remaining": number;
        /** @description Every window, as in the IETF draft. */
        "RateLimit-Policy": string;
        /** @description How every window stands, as in the IETF draft. */
        RateLimit: string;
        /** @description There, and `true`, when this answer had been given before. */
        "Idempotency-Replayed": "true";
        /** @description Whole seconds to wait. */
        "Retry-After": number;
        /** @description How to present a credential. */
        "WWW-Authenticate": "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getJobs: {
        parameters: {
            query?: {
                /** @description A part of the inbox; `all` unless said otherwise. */
                filter?: components["schemas"]["JobFilter"];
                /** @description Only what has changed since this instant. To follow along, ask with the newest `updated_at` you have seen less 60 seconds, and take each record in by its `ref`. */
                updated_since?: string;
                /** @description Counts from 1. */
                page?: components["parameters"]["page"];
                /** @description At most 100; a number out of range becomes the nearest one in it. */
                per_page?: components["parameters"]["per_page"];
            };
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getJobsByRef: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postJobsByRefQuote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuoteInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `quote_locked`: The customer has requested the quote or is paying for it.
             *
             *     `job_closed`: The job is closed for this; `current_status` says where the own quote stands.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postJobsByRefWithdraw: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoteInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `no_live_quote`: There is no live quote.
             *
             *     `quote_locked`: The customer has requested the quote or is paying for it.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postJobsByRefDecline: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeclineInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `live_quote_exists`: A live quote stands; it is withdrawn first.
             *
             *     `job_closed`: The job is closed for this; `current_status` says where the own quote stands.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postJobsByRefUnconfirm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoteInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `no_live_quote`: There is no live quote.
             *
             *     `quote_not_confirmed`: The quote is not confirmed.
             *
             *     `quote_locked`: The customer has requested the quote or is paying for it.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postJobsByRefConfirmBookingRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `no_booking_request`: There is no booking request to answer.
             *
             *     `deposit_charge_failed`: The deposit could not be taken; `payment_status` says why, and nothing is booked.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postJobsByRefRejectBookingRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `no_booking_request`: There is no booking request to answer.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getBookings: {
        parameters: {
            query?: {
                /** @description A part of the bookings; `active` unless said otherwise. */
                status?: components["schemas"]["BookingFilter"];
                /** @description Only what departs at this instant or later. */
                departs_from?: string;
                /** @description Only what departs at this instant or earlier. */
                departs_to?: string;
                /** @description Only what has changed since this instant. To follow along, ask with the newest `updated_at` you have seen less 60 seconds, and take each record in by its `ref`. */
                updated_since?: string;
                /** @description Counts from 1. */
                page?: components["parameters"]["page"];
                /** @description At most 100; a number out of range becomes the nearest one in it. */
                per_page?: components["parameters"]["per_page"];
            };
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingPage"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getBookingsByRef: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postBookingsByRefDriver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CrewInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `trip_cancelled`: The trip has been called off.
             *
             *     `booking_not_confirmed`: The customer has not finished booking; the quoted price stands.
             *
             *     `trip_finished`: The trip is over.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getDrivers: {
        parameters: {
            query?: {
                /** @description Counts from 1. */
                page?: components["parameters"]["page"];
                /** @description At most 100; a number out of range becomes the nearest one in it. */
                per_page?: components["parameters"]["per_page"];
            };
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverPage"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDrivers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DriverInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDriversByIdReinvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id, as its list tells it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReinviteEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getPayouts: {
        parameters: {
            query?: {
                /** @description Only those that stand here; all of them unless said. */
                status?: components["schemas"]["PayoutStatus"];
                /** @description Counts from 1. */
                page?: components["parameters"]["page"];
                /** @description At most 100; a number out of range becomes the nearest one in it. */
                per_page?: components["parameters"]["per_page"];
            };
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutPage"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhooksEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhookEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteWebhooksById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id, as its list tells it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getWebhooksByIdDeliveries: {
        parameters: {
            query?: {
                /** @description Only those that stand here; all of them unless said. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Only deliveries of this event; all of them unless said. */
                event?: components["schemas"]["EventName"];
                /** @description Counts from 1. */
                page?: components["parameters"]["page"];
                /** @description At most 100; a number out of range becomes the nearest one in it. */
                per_page?: components["parameters"]["per_page"];
            };
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id, as its list tells it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["missing_ability"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postAuthLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkInput"];
            };
        };
        responses: {
            /** @description Taken in. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postAuthExchange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExchangeInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedEnvelope"];
                };
            };
            /** @description `invalid_sign_in_link`: The sign-in link has expired or has been used. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `operator_choice_required`: One phone or one address is known to several operators: ask again with one of `operators`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postAuthRotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            /** @description `rotation_not_available`: This kind of credential is not rotated. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getAuthDevices: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicesEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteAuthDevicesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id, as its list tells it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDriverAuthCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeInput"];
            };
        };
        responses: {
            /** @description Taken in. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDriverAuthVerify: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedEnvelope"];
                };
            };
            /** @description `invalid_code`: The code is wrong, used or expired, or was tried too often. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `operator_choice_required`: One phone or one address is known to several operators: ask again with one of `operators`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDriverAuthLogout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getDriverMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverMeEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    patchDriverMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OwnChangeInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverMeEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    putDriverPushToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushTokenInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDriverLocations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LocationsInput"];
            };
        };
        responses: {
            /** @description Taken in. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackingEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDriverVehicleChecks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VehicleCheckInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VehicleCheckEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getDriverTrips: {
        parameters: {
            query?: {
                /** @description A part of the trips; `upcoming` unless said otherwise. */
                filter?: components["schemas"]["DriverTripFilter"];
                /** @description Counts from 1. */
                page?: components["parameters"]["page"];
                /** @description At most 100; a number out of range becomes the nearest one in it. */
                per_page?: components["parameters"]["per_page"];
            };
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedDriverTripPage"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getDriverTripsByRef: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDriverTripsByRefAcknowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `trip_cancelled`: The trip has been called off.
             *
             *     `trip_finished`: The trip is over.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDriverTripsByRefDecline: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeclineTripInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeclinedEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `trip_cancelled`: The trip has been called off.
             *
             *     `trip_finished`: The trip is over.
             *
             *     `invalid_transition`: This step does not follow from `current_status`; `allowed` lists the ones that do.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDriverTripsByRefProgress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProgressInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `trip_cancelled`: The trip has been called off.
             *
             *     `invalid_transition`: This step does not follow from `current_status`; `allowed` lists the ones that do.
             *
             *     `no_show_too_early`: The group may still come: not before `allowed_at`.
             *
             *     `undo_expired`: It is too late to take this back.
             *
             *     `vehicle_check_required`: Today's walkaround check of the vehicle is missing.
             *
             *     `vehicle_unsafe`: The walkaround check found the vehicle unsafe.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDriverTripsByRefIncidents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IncidentInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncidentEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `trip_cancelled`: The trip has been called off.
             *
             *     `trip_finished`: The trip is over.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getDriverPrivacyExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    putDriverPrivacyConsents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postDriverPrivacyErasure: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasureInput"];
            };
        };
        responses: {
            /** @description Taken in. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `erasure_already_scheduled`: The erasure has been asked for already.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getPlatformOperators: {
        parameters: {
            query?: {
                /** @description Counts from 1. */
                page?: components["parameters"]["page"];
                /** @description At most 100; a number out of range becomes the nearest one in it. */
                per_page?: components["parameters"]["per_page"];
            };
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorPage"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPlatformOperators: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPlatformTrips: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TripInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnteredEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getPlatformTripsByRef: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPlatformTripsByRefOffers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OffersInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `job_closed`: The job is closed for this; `current_status` says where the own quote stands.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPlatformTripsByRefCancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `trip_cancelled`: The trip has been called off.
             *
             *     `trip_finished`: The trip is over.
             *
             *     `job_closed`: The job is closed for this; `current_status` says where the own quote stands.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPlatformTripsByRefDepositReceived: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `no_payment_due`: Nobody waits for money here.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPlatformPayoutsById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id, as its list tells it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayoutEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `invalid_transition`: This step does not follow from `current_status`; `allowed` lists the ones that do.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postCustomerEnquiries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnquiryInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnquiryEnvelope"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getCustomerTrip: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postCustomerTripRequestBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChoiceInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `invalid_transition`: This step does not follow from `current_status`; `allowed` lists the ones that do.
             *
             *     `quote_changed`: The operator has changed the quote since `revision` was shown; it now stands at this one.
             *
             *     `quote_expired`: The quote is no longer valid.
             *
             *     `no_live_quote`: There is no live quote.
             *
             *     `request_pending`: Another quote of this trip is being requested or paid for.
             *
             *     `job_closed`: The job is closed for this; `current_status` says where the own quote stands.
             *
             *     `trip_cancelled`: The trip has been called off.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postCustomerTripBook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChoiceInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `quote_not_confirmed`: The quote is not confirmed.
             *
             *     `quote_changed`: The operator has changed the quote since `revision` was shown; it now stands at this one.
             *
             *     `quote_expired`: The quote is no longer valid.
             *
             *     `no_live_quote`: There is no live quote.
             *
             *     `request_pending`: Another quote of this trip is being requested or paid for.
             *
             *     `job_closed`: The job is closed for this; `current_status` says where the own quote stands.
             *
             *     `trip_cancelled`: The trip has been called off.
             *
             *     `deposit_charge_failed`: The deposit could not be taken; `payment_status` says why, and nothing is booked.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postCustomerTripCancelRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `no_booking_request`: There is no booking request to answer.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postCustomerTripCancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerTripEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `trip_cancelled`: The trip has been called off.
             *
             *     `trip_finished`: The trip is over.
             *
             *     `job_closed`: The job is closed for this; `current_status` says where the own quote stands.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getPortalKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeysEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPortalKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintedKeyEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            /**
             * @description `wrong_credential`: This is for another kind of credential.
             *
             *     `admin_required`: Only an admin of the operator may do this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deletePortalKeysByTokenId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The key's `token_id`, as the list of keys tells it; not the token. */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthenticated"];
            /**
             * @description `wrong_credential`: This is for another kind of credential.
             *
             *     `admin_required`: Only an admin of the operator may do this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getPortalUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsersEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPortalUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            /**
             * @description `wrong_credential`: This is for another kind of credential.
             *
             *     `admin_required`: Only an admin of the operator may do this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deletePortalUsersById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id, as its list tells it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthenticated"];
            /**
             * @description `wrong_credential`: This is for another kind of credential.
             *
             *     `admin_required`: Only an admin of the operator may do this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["not_found"];
            /** @description `last_admin`: Somebody has to remain who may let others in. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    patchPortalUsersById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id, as its list tells it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            /**
             * @description `wrong_credential`: This is for another kind of credential.
             *
             *     `admin_required`: Only an admin of the operator may do this.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["not_found"];
            /** @description `last_admin`: Somebody has to remain who may let others in. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPortalSwitch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getPortalVehicles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VehiclesEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPortalVehicles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VehicleInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VehicleEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deletePortalVehiclesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id, as its list tells it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    patchPortalVehiclesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id, as its list tells it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VehiclePatch"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VehicleEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    deletePortalDriversById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id, as its list tells it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["unauthenticated"];
            /**
             * @description `missing_ability`: The credential lacks the ability that `missing_ability` names.
             *
             *     `wrong_credential`: This is for another kind of credential.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    patchPortalDriversById: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id, as its list tells it. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DriverPatch"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriverEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            /**
             * @description `missing_ability`: The credential lacks the ability that `missing_ability` names.
             *
             *     `wrong_credential`: This is for another kind of credential.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["not_found"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    getPortalOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    patchPortalOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AccountInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPortalTrips: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnTripInput"];
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnteredEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPortalBookingsByRefDepositReceived: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            /**
             * @description `missing_ability`: The credential lacks the ability that `missing_ability` names.
             *
             *     `wrong_credential`: This is for another kind of credential.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `no_payment_due`: Nobody waits for money here.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPortalBookingsByRefCancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            /**
             * @description `missing_ability`: The credential lacks the ability that `missing_ability` names.
             *
             *     `wrong_credential`: This is for another kind of credential.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `booking_not_confirmed`: The customer has not finished booking; the quoted price stands.
             *
             *     `trip_cancelled`: The trip has been called off.
             *
             *     `trip_finished`: The trip is over.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
    postPortalBookingsByRefProgress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made anew for each attempt at something: sent again with the same request within 24 hours, it brings the same answer and no second effect. For example `5f0c2b1e-quote-TR-7K3MQ2`. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, visible ASCII; the answer repeats it, and the log holds it. For example `dispatch-42`. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The reference of the trip, the same for its job and its booking: `TR-` and six characters. */
                ref: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProgressInput"];
            };
        };
        responses: {
            /** @description As it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingEnvelope"];
                };
            };
            401: components["responses"]["unauthenticated"];
            403: components["responses"]["wrong_credential"];
            404: components["responses"]["not_found"];
            /**
             * @description `idempotency_key_reused`: The `Idempotency-Key` was used for another request.
             *
             *     `idempotency_in_progress`: The request with this `Idempotency-Key` is still being done.
             *
             *     `trip_cancelled`: The trip has been called off.
             *
             *     `invalid_transition`: This step does not follow from `current_status`; `allowed` lists the ones that do.
             *
             *     `no_show_too_early`: The group may still come: not before `allowed_at`.
             *
             *     `undo_expired`: It is too late to take this back.
             *
             *     `vehicle_check_required`: Today's walkaround check of the vehicle is missing.
             *
             *     `vehicle_unsafe`: The walkaround check found the vehicle unsafe.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["payload_too_large"];
            422: components["responses"]["validation_failed"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["server_error"];
            503: components["responses"]["unavailable"];
        };
    };
}
