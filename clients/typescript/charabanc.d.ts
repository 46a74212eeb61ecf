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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Counts against the ceiling `read`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `jobs:read`. Counts against the ceiling `read`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `jobs:read`. Counts against the ceiling `read`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the ceiling `quote_write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the ceiling `quote_write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the ceiling `quote_write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the ceiling `quote_write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the ceiling `quote_write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `quotes:write`. Counts against the ceiling `quote_write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `bookings:read`. Counts against the ceiling `read`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `bookings:read`. Counts against the ceiling `read`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `bookings:read` and `drivers:write`. Counts against the ceiling `write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `drivers:read`. Counts against the ceiling `read`.
         */
        get: operations["getDrivers"];
        put?: never;
        /**
         * Add a driver
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `drivers:write`. Counts against the ceiling `write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `drivers:write`. Counts against the ceiling `write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `payouts:read`. Counts against the ceiling `read`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `webhooks:manage`. Counts against the ceiling `read`.
         */
        get: operations["getWebhooks"];
        put?: never;
        /**
         * Subscribe a URL; the secret is told once
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `webhooks:manage`. Counts against the ceiling `write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `webhooks:manage`. Counts against the ceiling `write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`). Needs `webhooks:manage`. Counts against the ceiling `read`.
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
         * @description For everybody, without a credential. Counts against the ceiling `sign_in_ip`.
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
         * @description For everybody, without a credential. Counts against the ceiling `exchange`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`), or of a driver's device (`cbd_…`). Counts against the ceiling `write`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`), or of a driver's device (`cbd_…`). Counts against the ceiling `read`.
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
         * @description With the token of an operator's key (`cbk_…`) or the device of one of its people (`cbo_…`), or of a driver's device (`cbd_…`). Counts against the ceiling `write`.
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
         * @description For everybody, without a credential. Counts against the ceiling `sign_in_ip`.
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
         * @description For everybody, without a credential. Counts against the ceiling `exchange`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_write`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_read`.
         */
        get: operations["getDriverMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change language, emergency contact and notices
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_write`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_write`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `locations`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_write`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_read`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_read`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_write`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_write`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_write`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_write`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_read`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_write`.
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
         * @description With the token of a driver's device (`cbd_…`). Counts against the ceiling `driver_write`.
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
         * @description With the token of a platform key (`cbp_…`). Counts against the ceiling `platform`.
         */
        get: operations["getPlatformOperators"];
        put?: never;
        /**
         * Open an operator account
         * @description With the token of a platform key (`cbp_…`). Counts against the ceiling `platform`.
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
         * @description With the token of a platform key (`cbp_…`). Counts against the ceiling `platform`.
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
         * @description With the token of a platform key (`cbp_…`). Counts against the ceiling `platform`.
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
         * @description With the token of a platform key (`cbp_…`). Counts against the ceiling `platform`.
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
         * @description With the token of a platform key (`cbp_…`). Counts against the ceiling `platform`.
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
         * @description With the token of a platform key (`cbp_…`). Counts against the ceiling `platform`.
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
         * @description With the token of a platform key (`cbp_…`). Counts against the ceiling `platform`.
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
         * @description For everybody, without a credential. Counts against the ceiling `enquiry`.
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
         * @description With the token of the link to the customer's own trip (`cbt_…`). Counts against the ceiling `customer`.
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
         * @description With the token of the link to the customer's own trip (`cbt_…`). Counts against the ceiling `customer`.
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
         * @description With the token of the link to the customer's own trip (`cbt_…`). Counts against the ceiling `customer`.
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
         * @description With the token of the link to the customer's own trip (`cbt_…`). Counts against the ceiling `customer`.
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
         * @description With the token of the link to the customer's own trip (`cbt_…`). Counts against the ceiling `customer`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the ceiling `read`.
         */
        get: operations["getPortalKeys"];
        put?: never;
        /**
         * Mint a key; its token is told once
         * @description With the token of the device of one of the operator's people (`cbo_…`). Admins only. Counts against the ceiling `write`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Admins only. Counts against the ceiling `write`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the ceiling `read`.
         */
        get: operations["getPortalUsers"];
        put?: never;
        /**
         * Put a person on the account and mail them how to sign in
         * @description With the token of the device of one of the operator's people (`cbo_…`). Admins only. Counts against the ceiling `write`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Admins only. Counts against the ceiling `write`.
         */
        delete: operations["deletePortalUsersById"];
        options?: never;
        head?: never;
        /**
         * Give a person another role
         * @description With the token of the device of one of the operator's people (`cbo_…`). Admins only. Counts against the ceiling `write`.
         */
        patch: operations["patchPortalUsersById"];
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the ceiling `read`.
         */
        get: operations["getPortalVehicles"];
        put?: never;
        /**
         * Add a vehicle
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the ceiling `write`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the ceiling `write`.
         */
        delete: operations["deletePortalVehiclesById"];
        options?: never;
        head?: never;
        /**
         * Change a vehicle
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the ceiling `write`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Needs `drivers:write`. Counts against the ceiling `write`.
         */
        delete: operations["deletePortalDriversById"];
        options?: never;
        head?: never;
        /**
         * Change what the roster says of a driver
         * @description With the token of the device of one of the operator's people (`cbo_…`). Needs `drivers:write`. Counts against the ceiling `write`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the ceiling `read`.
         */
        get: operations["getPortalOperator"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the account and its settings
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the ceiling `write`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the ceiling `write`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Needs `bookings:read`. Counts against the ceiling `write`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Needs `bookings:read`. Counts against the ceiling `write`.
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
         * @description With the token of the device of one of the operator's people (`cbo_…`). Counts against the ceiling `write`.
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
        Booking: {
            ref: string;
            /** @enum {string} */
            status: "active" | "cancelled";
            /** @enum {string} */
            trip_status: "unassigned" | "assigned" | "acknowledged" | "en_route" | "arrived" | "on_board" | "between_legs" | "completed" | "no_show";
            /** @enum {string} */
            trip_type: "one_way" | "return" | "multi_day" | "shuttle";
            /** @enum {string} */
            purpose: "school" | "airport" | "wedding" | "sports" | "corporate" | "tour" | "day_trip" | "funeral" | "rail_replacement" | "other";
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
            /** @enum {string} */
            payment_status: "deposit_paid" | "paid" | "refunded" | "part_refunded";
            /** Format: date-time */
            balance_due_at: string | null;
            driver: {
                id: number;
                name: string;
            } | null;
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
            /** @enum {string} */
            status: "active" | "cancelled";
            /** @enum {string} */
            trip_status: "unassigned" | "assigned" | "acknowledged" | "en_route" | "arrived" | "on_board" | "between_legs" | "completed" | "no_show";
            /** @enum {string} */
            trip_type: "one_way" | "return" | "multi_day" | "shuttle";
            /** @enum {string} */
            purpose: "school" | "airport" | "wedding" | "sports" | "corporate" | "tour" | "day_trip" | "funeral" | "rail_replacement" | "other";
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
            /** @enum {string} */
            payment_status: "deposit_paid" | "paid" | "refunded" | "part_refunded";
            /** Format: date-time */
            balance_due_at: string | null;
            driver: {
                id: number;
                name: string;
            } | null;
            vehicle_reg: string | null;
            needs_driver: boolean;
            /** Format: date-time */
            confirmed_at: string;
            /** Format: date-time */
            cancelled_at: string | null;
            /** Format: date-time */
            updated_at: string;
            customer: {
                name: string;
                organisation: string | null;
                email: string;
                phone: string | null;
            };
            lead_passenger: {
                name: string;
                phone: string | null;
            } | null;
            legs: {
                sequence: number;
                /** @enum {string} */
                kind: "transfer" | "standby";
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
                stops: {
                    sequence: number;
                    /** @enum {string} */
                    kind: "pickup" | "dropoff" | "comfort" | "visit";
                    place: components["schemas"]["Place"];
                    /** Format: date-time */
                    arrive_at: string | null;
                    /** Format: date-time */
                    depart_at: string | null;
                    waiting_minutes: number | null;
                    note: string | null;
                }[];
            }[];
            passengers: {
                adults: number;
                children: number;
                infants: number;
            } | null;
            luggage: {
                suitcases: number;
                hand_luggage: number;
                oversized: string[];
                note: string | null;
            } | null;
            accessibility: {
                wheelchair_spaces: number;
                wheelchair_remains_seated: boolean;
                lift_required: boolean;
                step_free: boolean;
                psvar_required: boolean;
                assistance_dogs: number;
                note: string | null;
            } | null;
            amenities_required: ("toilet" | "wifi" | "air_con" | "power" | "seat_belts" | "luggage_hold" | "pa_microphone" | "tv" | "reclining_seats" | "fridge")[];
            coach_stays_with_group: boolean;
            driver_provisions: {
                /** @enum {string} */
                meals: "customer" | "operator" | "none";
                /** @enum {string} */
                accommodation: "customer" | "operator" | "none";
                /** @enum {string} */
                parking: "customer" | "operator" | "none";
                /** @enum {string} */
                tolls: "customer" | "operator" | "none";
            } | null;
            /** @enum {string} */
            dbs_required: "none" | "basic" | "standard" | "enhanced" | "enhanced_barred";
            flight: {
                number: string;
                /** @enum {string} */
                direction: "arrival" | "departure";
                /** Format: date-time */
                scheduled_at: string | null;
            } | null;
            hours_advice: {
                driving_minutes: number;
                duty_minutes: number;
                breaks_minutes: number;
                second_driver_likely: boolean;
                rules: string[];
            } | null;
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
                /** @enum {string} */
                status: "unassigned" | "assigned" | "acknowledged" | "en_route" | "arrived" | "on_board" | "between_legs" | "completed" | "no_show";
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
                /** @enum {string} */
                status: "pending" | "scheduled" | "in_transit" | "paid" | "failed" | "cancelled";
            } | null;
        };
        Cancellation: {
            /** @enum {string} */
            by: "customer" | "operator" | "platform";
            reason: string;
            /** @description In minor units of `currency_code`. */
            refund_amount: number;
            at: string;
        };
        ChoiceInput: {
            quote_id: number;
            payment_method: string;
        };
        CodeInput: {
            phone: string;
        };
        Consent: {
            location_tracking: boolean;
            history: {
                location_tracking: boolean;
                /** Format: date-time */
                changed_at: string;
            }[];
        };
        ConsentInput: {
            location_tracking: boolean;
        };
        CrewInput: {
            driver_id: number;
            vehicle_reg: string;
            vehicle_id?: number | null;
        };
        CustomerTrip: {
            ref: string;
            /** @enum {string} */
            status: "open" | "booked" | "completed" | "cancelled" | "expired";
            /** @enum {string} */
            trip_type: "one_way" | "return" | "multi_day" | "shuttle";
            /** @enum {string} */
            purpose: "school" | "airport" | "wedding" | "sports" | "corporate" | "tour" | "day_trip" | "funeral" | "rail_replacement" | "other";
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
            legs: {
                sequence: number;
                /** @enum {string} */
                kind: "transfer" | "standby";
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
                stops: {
                    sequence: number;
                    /** @enum {string} */
                    kind: "pickup" | "dropoff" | "comfort" | "visit";
                    place: components["schemas"]["Place"];
                    /** Format: date-time */
                    arrive_at: string | null;
                    /** Format: date-time */
                    depart_at: string | null;
                    waiting_minutes: number | null;
                    note: string | null;
                }[];
            }[];
            passenger_count: number;
            passengers: {
                adults: number;
                children: number;
                infants: number;
            } | null;
            luggage: {
                suitcases: number;
                hand_luggage: number;
                oversized: string[];
                note: string | null;
            } | null;
            vehicles_requested: {
                /** @enum {string} */
                type: "mpv_8" | "minibus_16" | "midicoach_35" | "coach_49" | "coach_53" | "coach_57_plus" | "executive_coach" | "double_decker" | "bus";
                count: number;
                min_seats: number | null;
            }[];
            accessibility: {
                wheelchair_spaces: number;
                wheelchair_remains_seated: boolean;
                lift_required: boolean;
                step_free: boolean;
                psvar_required: boolean;
                assistance_dogs: number;
                note: string | null;
            } | null;
            amenities_required: ("toilet" | "wifi" | "air_con" | "power" | "seat_belts" | "luggage_hold" | "pa_microphone" | "tv" | "reclining_seats" | "fridge")[];
            coach_stays_with_group: boolean;
            waiting_minutes: number;
            driver_provisions: {
                /** @enum {string} */
                meals: "customer" | "operator" | "none";
                /** @enum {string} */
                accommodation: "customer" | "operator" | "none";
                /** @enum {string} */
                parking: "customer" | "operator" | "none";
                /** @enum {string} */
                tolls: "customer" | "operator" | "none";
            } | null;
            /** @enum {string} */
            dbs_required: "none" | "basic" | "standard" | "enhanced" | "enhanced_barred";
            flight: {
                number: string;
                /** @enum {string} */
                direction: "arrival" | "departure";
                /** Format: date-time */
                scheduled_at: string | null;
            } | null;
            distance_m: number | null;
            driving_seconds: number | null;
            hours_advice: {
                driving_minutes: number;
                duty_minutes: number;
                breaks_minutes: number;
                second_driver_likely: boolean;
                rules: string[];
            } | null;
            notes: string | null;
            quotes: {
                id: number;
                /** @enum {string} */
                status: "likely" | "confirmed" | "requested" | "booked" | "rejected" | "withdrawn" | "lost" | "expired";
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
                /** @enum {string} */
                status: "pending" | "payment_declined" | "payment_action_required" | "awaiting_payment" | "confirmed" | "rejected" | "withdrawn" | "expired" | "lost";
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
            booking: {
                /** @enum {string} */
                status: "awaiting_payment" | "active" | "cancelled";
                /** @description In minor units of `currency_code`. */
                price_amount: number;
                /** @description In minor units of `currency_code`. */
                deposit_amount: number;
                /** @description In minor units of `currency_code`. */
                balance_amount: number;
                currency_code: string;
                /** @enum {string} */
                payment_status: "awaiting_transfer" | "requires_action" | "deposit_paid" | "paid" | "refunded" | "part_refunded";
                driver_first_name: string | null;
                vehicle_reg: string | null;
            } | null;
            cancellation: components["schemas"]["Cancellation"] | null;
        };
        DeclineInput: {
            /** @enum {string|null} */
            reason_code?: "no_vehicle" | "no_driver" | "driver_hours" | "too_far" | "too_small" | "requirements" | "dates" | "other" | null;
            note?: string | null;
        };
        DeclineTripInput: {
            reason: string;
        };
        Declined: {
            ref: string;
            declined: boolean;
        };
        Delivery: {
            id: string;
            /** @enum {string} */
            event: "job.offered" | "booking.confirmed";
            operator_ref: string;
            /** Format: date-time */
            occurred_at: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "abandoned";
            attempt_count: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            delivered_at: string | null;
            response_status: number | null;
            error: string | null;
            payload: {
                /** @enum {string} */
                event: "job.offered" | "booking.confirmed";
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
            /** @enum {string} */
            status: "not_invited" | "invited" | "active" | "removed";
            /** Format: date-time */
            invited_at: string | null;
            /** Format: date-time */
            app_last_seen_at: string | null;
            compliance: {
                /** @enum {string} */
                license: "ok" | "expiring" | "expired" | "missing";
                /** @enum {string} */
                dbs: "ok" | "expiring" | "expired" | "missing";
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
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
            /** @enum {string|null} */
            dbs_check_kind?: "basic" | "standard" | "enhanced" | "enhanced_barred" | null;
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
            compliance: {
                /** @enum {string} */
                license: "ok" | "expiring" | "expired" | "missing";
                /** @enum {string} */
                dbs: "ok" | "expiring" | "expired" | "missing";
            };
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
        DriverPatch: {
            name?: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            license_number?: string | null;
            license_kind?: string | null;
            /** Format: date-time */
            license_expires_at?: string | null;
            /** @enum {string|null} */
            dbs_check_kind?: "basic" | "standard" | "enhanced" | "enhanced_barred" | null;
            dbs_certificate_number?: string | null;
            /** Format: date-time */
            dbs_expires_at?: string | null;
        };
        DriverTrip: {
            ref: string;
            /** @enum {string} */
            status: "active" | "cancelled";
            /** @enum {string} */
            trip_status: "unassigned" | "assigned" | "acknowledged" | "en_route" | "arrived" | "on_board" | "between_legs" | "completed" | "no_show";
            /** @enum {string} */
            trip_type: "one_way" | "return" | "multi_day" | "shuttle";
            timezone: string;
            pickup: components["schemas"]["Place"];
            dropoff: components["schemas"]["Place"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at: string | null;
            legs: {
                sequence: number;
                /** @enum {string} */
                kind: "transfer" | "standby";
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
                stops: {
                    sequence: number;
                    /** @enum {string} */
                    kind: "pickup" | "dropoff" | "comfort" | "visit";
                    place: components["schemas"]["Place"];
                    /** Format: date-time */
                    arrive_at: string | null;
                    /** Format: date-time */
                    depart_at: string | null;
                    waiting_minutes: number | null;
                    note: string | null;
                }[];
                /** @enum {string} */
                status: "pending" | "en_route" | "arrived" | "on_board" | "completed" | "no_show";
            }[];
            passenger_count: number;
            luggage: {
                suitcases: number;
                hand_luggage: number;
                oversized: string[];
                note: string | null;
            } | null;
            accessibility: {
                wheelchair_spaces: number;
                wheelchair_remains_seated: boolean;
                lift_required: boolean;
                step_free: boolean;
                psvar_required: boolean;
                assistance_dogs: number;
                note: string | null;
            } | null;
            notes: string | null;
            flight: {
                number: string;
                /** @enum {string} */
                direction: "arrival" | "departure";
                /** Format: date-time */
                scheduled_at: string | null;
            } | null;
            vehicle: {
                registration: string;
                vehicle_id: number | null;
                description: string | null;
            };
            contact: {
                name: string;
                phone: string | null;
            } | null;
            /** Format: date-time */
            contact_visible_from: string;
            /** Format: date-time */
            contact_visible_until: string;
            operator: {
                name: string;
                phone: string | null;
            };
            /** Format: date-time */
            assigned_at: string;
            /** Format: date-time */
            acknowledged_at: string | null;
            /** Format: date-time */
            acknowledge_by: string;
            next_steps: {
                /** @enum {string} */
                status: "en_route" | "arrived" | "on_board" | "completed" | "no_show";
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
        Enquiry: {
            ref: string;
            customer_token: string;
            customer_url: string;
        };
        EnquiryInput: {
            customer: {
                name: string;
                /** Format: email */
                email: string;
                phone?: string | null;
                organisation?: string | null;
            };
            lead_passenger?: {
                name: string;
                phone?: string | null;
            } | null;
            pickup: {
                label: string;
                /** @enum {string} */
                kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                locality?: string | null;
                postcode_area?: string | null;
                country_code?: string | null;
                address_lines?: string[];
                postcode?: string | null;
                latitude?: number | null;
                longitude?: number | null;
                access_note?: string | null;
            };
            dropoff: {
                label: string;
                /** @enum {string} */
                kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                locality?: string | null;
                postcode_area?: string | null;
                country_code?: string | null;
                address_lines?: string[];
                postcode?: string | null;
                latitude?: number | null;
                longitude?: number | null;
                access_note?: string | null;
            };
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at?: string | null;
            timezone?: string | null;
            passenger_count: number;
            /** @enum {string|null} */
            trip_type?: "one_way" | "return" | "multi_day" | "shuttle" | null;
            /** @enum {string|null} */
            purpose?: "school" | "airport" | "wedding" | "sports" | "corporate" | "tour" | "day_trip" | "funeral" | "rail_replacement" | "other" | null;
            legs?: {
                /** @enum {string|null} */
                kind?: "transfer" | "standby" | null;
                pickup: {
                    label: string;
                    /** @enum {string} */
                    kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                    locality?: string | null;
                    postcode_area?: string | null;
                    country_code?: string | null;
                    address_lines?: string[];
                    postcode?: string | null;
                    latitude?: number | null;
                    longitude?: number | null;
                    access_note?: string | null;
                };
                dropoff: {
                    label: string;
                    /** @enum {string} */
                    kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                    locality?: string | null;
                    postcode_area?: string | null;
                    country_code?: string | null;
                    address_lines?: string[];
                    postcode?: string | null;
                    latitude?: number | null;
                    longitude?: number | null;
                    access_note?: string | null;
                };
                /** Format: date-time */
                departs_at: string;
                /** Format: date-time */
                arrive_by?: string | null;
                passenger_count?: number | null;
                waiting_minutes?: number | null;
                distance_m?: number | null;
                driving_seconds?: number | null;
                stops?: {
                    /** @enum {string} */
                    kind: "pickup" | "dropoff" | "comfort" | "visit";
                    place: {
                        label: string;
                        /** @enum {string} */
                        kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                        locality?: string | null;
                        postcode_area?: string | null;
                        country_code?: string | null;
                        address_lines?: string[];
                        postcode?: string | null;
                        latitude?: number | null;
                        longitude?: number | null;
                        access_note?: string | null;
                    };
                    /** Format: date-time */
                    arrive_at?: string | null;
                    /** Format: date-time */
                    depart_at?: string | null;
                    waiting_minutes?: number | null;
                    note?: string | null;
                }[] | null;
            }[] | null;
            passengers?: {
                adults?: number | null;
                children?: number | null;
                infants?: number | null;
            } | null;
            luggage?: {
                suitcases?: number | null;
                hand_luggage?: number | null;
                oversized?: string[];
                note?: string | null;
            } | null;
            vehicles_requested?: {
                /** @enum {string} */
                type: "mpv_8" | "minibus_16" | "midicoach_35" | "coach_49" | "coach_53" | "coach_57_plus" | "executive_coach" | "double_decker" | "bus";
                count: number;
                min_seats?: number | null;
            }[] | null;
            accessibility?: {
                wheelchair_spaces?: number | null;
                wheelchair_remains_seated?: boolean | null;
                lift_required?: boolean | null;
                step_free?: boolean | null;
                psvar_required?: boolean | null;
                assistance_dogs?: number | null;
                note?: string | null;
            } | null;
            amenities_required?: ("toilet" | "wifi" | "air_con" | "power" | "seat_belts" | "luggage_hold" | "pa_microphone" | "tv" | "reclining_seats" | "fridge")[] | null;
            coach_stays_with_group?: boolean | null;
            waiting_minutes?: number | null;
            driver_provisions?: {
                /** @enum {string|null} */
                meals?: "customer" | "operator" | "none" | null;
                /** @enum {string|null} */
                accommodation?: "customer" | "operator" | "none" | null;
                /** @enum {string|null} */
                parking?: "customer" | "operator" | "none" | null;
                /** @enum {string|null} */
                tolls?: "customer" | "operator" | "none" | null;
            } | null;
            /** @enum {string|null} */
            dbs_required?: "none" | "basic" | "standard" | "enhanced" | "enhanced_barred" | null;
            flight?: {
                number: string;
                /** @enum {string} */
                direction: "arrival" | "departure";
                /** Format: date-time */
                scheduled_at?: string | null;
            } | null;
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
            /** @enum {string} */
            status: "open" | "booked" | "completed" | "cancelled" | "expired";
            offers: {
                operator_ref: string;
                /** Format: date-time */
                offered_at: string;
            }[];
        };
        Erasure: {
            /** @enum {string} */
            status: "scheduled" | "none";
            scheduled_for: string | null;
            erased: string[];
            retained: {
                category: string;
                reason: string;
                until: string | null;
            }[];
        };
        ErasureInput: {
            confirm: boolean;
            reason?: string | null;
        };
        ExchangeInput: {
            token: string;
            device_name?: string | null;
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
                        /** @enum {string} */
                        status: "en_route" | "arrived" | "on_board" | "completed" | "no_show" | "delayed" | "stop_reached" | "reverted";
                        /** Format: date-time */
                        occurred_at: string;
                        /** Format: date-time */
                        received_at: string;
                        /** @enum {string} */
                        by: "driver" | "operator" | "system";
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
                        /** @enum {string} */
                        kind: "delay" | "breakdown" | "collision" | "passenger_behaviour" | "injury" | "lost_property" | "access_problem" | "wrong_details" | "other";
                        /** @enum {string} */
                        severity: "low" | "medium" | "high";
                        /** @enum {string} */
                        status: "open" | "closed";
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
        Incident: {
            id: number;
            ref: string;
            /** @enum {string} */
            kind: "delay" | "breakdown" | "collision" | "passenger_behaviour" | "injury" | "lost_property" | "access_problem" | "wrong_details" | "other";
            /** @enum {string} */
            severity: "low" | "medium" | "high";
            /** @enum {string} */
            status: "open" | "closed";
            /** Format: date-time */
            occurred_at: string;
            note: string;
            delay_minutes: number | null;
            /** Format: date-time */
            created_at: string;
        };
        IncidentInput: {
            /** @enum {string} */
            kind: "delay" | "breakdown" | "collision" | "passenger_behaviour" | "injury" | "lost_property" | "access_problem" | "wrong_details" | "other";
            /** @enum {string} */
            severity: "low" | "medium" | "high";
            /** Format: date-time */
            occurred_at: string;
            note: string;
            delay_minutes?: number | null;
            latitude?: number | null;
            longitude?: number | null;
        };
        Issued: {
            token: string;
            token_id: string;
            device_name: string;
            abilities: ("jobs:read" | "quotes:write" | "bookings:read" | "drivers:read" | "drivers:write" | "payouts:read" | "webhooks:manage")[];
            /** Format: date-time */
            expires_at: string | null;
        };
        Job: {
            ref: string;
            /** @enum {string} */
            status: "fresh" | "quoted" | "booking_requested" | "won" | "lost" | "declined" | "expired" | "cancelled";
            /** @enum {string} */
            trip_type: "one_way" | "return" | "multi_day" | "shuttle";
            /** @enum {string} */
            purpose: "school" | "airport" | "wedding" | "sports" | "corporate" | "tour" | "day_trip" | "funeral" | "rail_replacement" | "other";
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
            legs: {
                sequence: number;
                /** @enum {string} */
                kind: "transfer" | "standby";
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
                stops: {
                    sequence: number;
                    /** @enum {string} */
                    kind: "pickup" | "dropoff" | "comfort" | "visit";
                    place: components["schemas"]["Place"];
                    /** Format: date-time */
                    arrive_at: string | null;
                    /** Format: date-time */
                    depart_at: string | null;
                    waiting_minutes: number | null;
                    note: string | null;
                }[];
            }[];
            passenger_count: number;
            passengers: {
                adults: number;
                children: number;
                infants: number;
            } | null;
            luggage: {
                suitcases: number;
                hand_luggage: number;
                oversized: string[];
                note: string | null;
            } | null;
            vehicles_requested: {
                /** @enum {string} */
                type: "mpv_8" | "minibus_16" | "midicoach_35" | "coach_49" | "coach_53" | "coach_57_plus" | "executive_coach" | "double_decker" | "bus";
                count: number;
                min_seats: number | null;
            }[];
            accessibility: {
                wheelchair_spaces: number;
                wheelchair_remains_seated: boolean;
                lift_required: boolean;
                step_free: boolean;
                psvar_required: boolean;
                assistance_dogs: number;
                note: string | null;
            } | null;
            amenities_required: ("toilet" | "wifi" | "air_con" | "power" | "seat_belts" | "luggage_hold" | "pa_microphone" | "tv" | "reclining_seats" | "fridge")[];
            coach_stays_with_group: boolean;
            waiting_minutes: number;
            driver_provisions: {
                /** @enum {string} */
                meals: "customer" | "operator" | "none";
                /** @enum {string} */
                accommodation: "customer" | "operator" | "none";
                /** @enum {string} */
                parking: "customer" | "operator" | "none";
                /** @enum {string} */
                tolls: "customer" | "operator" | "none";
            } | null;
            /** @enum {string} */
            dbs_required: "none" | "basic" | "standard" | "enhanced" | "enhanced_barred";
            flight: {
                number: string;
                /** @enum {string} */
                direction: "arrival" | "departure";
                /** Format: date-time */
                scheduled_at: string | null;
            } | null;
            distance_m: number | null;
            driving_seconds: number | null;
            hours_advice: {
                driving_minutes: number;
                duty_minutes: number;
                breaks_minutes: number;
                second_driver_likely: boolean;
                rules: string[];
            } | null;
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
        Key: {
            token_id: string;
            name: string;
            hint: string;
            abilities: ("jobs:read" | "quotes:write" | "bookings:read" | "drivers:read" | "drivers:write" | "payouts:read" | "webhooks:manage")[];
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
            abilities: ("jobs:read" | "quotes:write" | "bookings:read" | "drivers:read" | "drivers:write" | "payouts:read" | "webhooks:manage")[];
            /** Format: date-time */
            expires_at?: string | null;
        };
        LinkInput: {
            /** Format: email */
            email: string;
        };
        ListedDriverTrip: {
            ref: string;
            /** @enum {string} */
            status: "active" | "cancelled";
            /** @enum {string} */
            trip_status: "unassigned" | "assigned" | "acknowledged" | "en_route" | "arrived" | "on_board" | "between_legs" | "completed" | "no_show";
            /** @enum {string} */
            trip_type: "one_way" | "return" | "multi_day" | "shuttle";
            timezone: string;
            pickup: components["schemas"]["Place"];
            dropoff: components["schemas"]["Place"];
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at: string | null;
            passenger_count: number;
            vehicle: {
                registration: string;
                vehicle_id: number | null;
                description: string | null;
            };
            /** Format: date-time */
            assigned_at: string;
            /** Format: date-time */
            acknowledged_at: string | null;
            /** Format: date-time */
            acknowledge_by: string;
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
        Me: {
            operator_ref: string;
            operator: {
                name: string;
                operator_licence: string | null;
                timezone: string;
                currency_code: string;
            };
            credential: {
                /** @enum {string} */
                kind: "api_key" | "operator_device";
                token_id: string;
                name: string;
                abilities: ("jobs:read" | "quotes:write" | "bookings:read" | "drivers:read" | "drivers:write" | "payouts:read" | "webhooks:manage")[];
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
                /** @enum {string} */
                role: "admin" | "dispatcher" | "accounts";
            } | null;
        };
        Message: {
            message: string;
        };
        MintedKey: {
            token: string;
            token_id: string;
            name: string;
            hint: string;
            abilities: ("jobs:read" | "quotes:write" | "bookings:read" | "drivers:read" | "drivers:write" | "payouts:read" | "webhooks:manage")[];
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        MyQuote: {
            id: number;
            /** @enum {string} */
            status: "likely" | "confirmed" | "requested" | "booked" | "rejected" | "withdrawn" | "lost" | "expired";
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
            booking_request: {
                /** Format: date-time */
                requested_at: string;
                /** Format: date-time */
                respond_by: string;
                /** @enum {string} */
                payment_status: "card_saved" | "charging" | "requires_action" | "declined" | "awaiting_transfer" | "succeeded" | "released";
            } | null;
            rejection: {
                reason_code: string | null;
                reason: string;
                /** Format: date-time */
                rejected_at: string;
            } | null;
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
            events: ("job.offered" | "booking.confirmed")[];
            /** @enum {string} */
            status: "active" | "parked";
            consecutive_failures: number;
            /** Format: date-time */
            parked_at: string | null;
            /** @enum {string|null} */
            parked_reason: "consecutive_failures" | "credential_revoked" | null;
            skipped_since_parked: number;
            /** Format: date-time */
            last_delivery_at: string | null;
            last_response_status: number | null;
            /** Format: date-time */
            created_at: string;
            secret: string;
        };
        NoteInput: {
            note?: string | null;
        };
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
        OwnChangeInput: {
            locale?: string | null;
            emergency_contact_name?: string | null;
            emergency_contact_phone?: string | null;
            notify_by_sms?: boolean;
        };
        OwnTripInput: {
            customer: {
                name: string;
                /** Format: email */
                email: string;
                phone?: string | null;
                organisation?: string | null;
            };
            lead_passenger?: {
                name: string;
                phone?: string | null;
            } | null;
            pickup: {
                label: string;
                /** @enum {string} */
                kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                locality?: string | null;
                postcode_area?: string | null;
                country_code?: string | null;
                address_lines?: string[];
                postcode?: string | null;
                latitude?: number | null;
                longitude?: number | null;
                access_note?: string | null;
            };
            dropoff: {
                label: string;
                /** @enum {string} */
                kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                locality?: string | null;
                postcode_area?: string | null;
                country_code?: string | null;
                address_lines?: string[];
                postcode?: string | null;
                latitude?: number | null;
                longitude?: number | null;
                access_note?: string | null;
            };
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at?: string | null;
            timezone?: string | null;
            passenger_count: number;
            /** @enum {string|null} */
            trip_type?: "one_way" | "return" | "multi_day" | "shuttle" | null;
            /** @enum {string|null} */
            purpose?: "school" | "airport" | "wedding" | "sports" | "corporate" | "tour" | "day_trip" | "funeral" | "rail_replacement" | "other" | null;
            legs?: {
                /** @enum {string|null} */
                kind?: "transfer" | "standby" | null;
                pickup: {
                    label: string;
                    /** @enum {string} */
                    kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                    locality?: string | null;
                    postcode_area?: string | null;
                    country_code?: string | null;
                    address_lines?: string[];
                    postcode?: string | null;
                    latitude?: number | null;
                    longitude?: number | null;
                    access_note?: string | null;
                };
                dropoff: {
                    label: string;
                    /** @enum {string} */
                    kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                    locality?: string | null;
                    postcode_area?: string | null;
                    country_code?: string | null;
                    address_lines?: string[];
                    postcode?: string | null;
                    latitude?: number | null;
                    longitude?: number | null;
                    access_note?: string | null;
                };
                /** Format: date-time */
                departs_at: string;
                /** Format: date-time */
                arrive_by?: string | null;
                passenger_count?: number | null;
                waiting_minutes?: number | null;
                distance_m?: number | null;
                driving_seconds?: number | null;
                stops?: {
                    /** @enum {string} */
                    kind: "pickup" | "dropoff" | "comfort" | "visit";
                    place: {
                        label: string;
                        /** @enum {string} */
                        kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                        locality?: string | null;
                        postcode_area?: string | null;
                        country_code?: string | null;
                        address_lines?: string[];
                        postcode?: string | null;
                        latitude?: number | null;
                        longitude?: number | null;
                        access_note?: string | null;
                    };
                    /** Format: date-time */
                    arrive_at?: string | null;
                    /** Format: date-time */
                    depart_at?: string | null;
                    waiting_minutes?: number | null;
                    note?: string | null;
                }[] | null;
            }[] | null;
            passengers?: {
                adults?: number | null;
                children?: number | null;
                infants?: number | null;
            } | null;
            luggage?: {
                suitcases?: number | null;
                hand_luggage?: number | null;
                oversized?: string[];
                note?: string | null;
            } | null;
            vehicles_requested?: {
                /** @enum {string} */
                type: "mpv_8" | "minibus_16" | "midicoach_35" | "coach_49" | "coach_53" | "coach_57_plus" | "executive_coach" | "double_decker" | "bus";
                count: number;
                min_seats?: number | null;
            }[] | null;
            accessibility?: {
                wheelchair_spaces?: number | null;
                wheelchair_remains_seated?: boolean | null;
                lift_required?: boolean | null;
                step_free?: boolean | null;
                psvar_required?: boolean | null;
                assistance_dogs?: number | null;
                note?: string | null;
            } | null;
            amenities_required?: ("toilet" | "wifi" | "air_con" | "power" | "seat_belts" | "luggage_hold" | "pa_microphone" | "tv" | "reclining_seats" | "fridge")[] | null;
            coach_stays_with_group?: boolean | null;
            waiting_minutes?: number | null;
            driver_provisions?: {
                /** @enum {string|null} */
                meals?: "customer" | "operator" | "none" | null;
                /** @enum {string|null} */
                accommodation?: "customer" | "operator" | "none" | null;
                /** @enum {string|null} */
                parking?: "customer" | "operator" | "none" | null;
                /** @enum {string|null} */
                tolls?: "customer" | "operator" | "none" | null;
            } | null;
            /** @enum {string|null} */
            dbs_required?: "none" | "basic" | "standard" | "enhanced" | "enhanced_barred" | null;
            flight?: {
                number: string;
                /** @enum {string} */
                direction: "arrival" | "departure";
                /** Format: date-time */
                scheduled_at?: string | null;
            } | null;
            distance_m?: number | null;
            driving_seconds?: number | null;
            notes?: string | null;
            /** Format: date-time */
            quote_by?: string | null;
        };
        Payout: {
            id: number;
            booking_ref: string;
            /** @enum {string} */
            status: "pending" | "scheduled" | "in_transit" | "paid" | "failed" | "cancelled";
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
        PayoutInput: {
            /** @enum {string} */
            status: "scheduled" | "in_transit" | "paid" | "failed";
            statement_ref?: string | null;
            failure_reason?: string | null;
            /** Format: date-time */
            paid_at?: string | null;
        };
        Place: {
            label: string;
            /** @enum {string} */
            kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
            locality: string | null;
            postcode_area: string | null;
            country_code: string | null;
            address_lines: string[];
            postcode: string | null;
            latitude: number | null;
            longitude: number | null;
            access_note: string | null;
        };
        ProgressInput: {
            /** @enum {string} */
            status: "en_route" | "arrived" | "on_board" | "completed" | "no_show" | "delayed" | "stop_reached";
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
        PushTokenInput: {
            /** @enum {string} */
            platform: "ios" | "android" | "web";
            token: string | null;
        };
        QuoteInput: {
            /** @description In minor units of `currency_code`. */
            price_amount: number;
            currency_code: string;
            /** @enum {string} */
            availability: "confirmed" | "likely";
            vehicles: {
                /** @enum {string} */
                type: "mpv_8" | "minibus_16" | "midicoach_35" | "coach_49" | "coach_53" | "coach_57_plus" | "executive_coach" | "double_decker" | "bus";
                count: number;
                seats: number;
                description?: string | null;
                vehicle_id?: number | null;
            }[];
            inclusions?: ("driver" | "fuel" | "vat" | "parking" | "tolls" | "congestion_charge" | "clean_air_charge" | "ferry" | "driver_meals" | "driver_accommodation" | "second_driver" | "waiting")[];
            exclusions?: ("driver" | "fuel" | "vat" | "parking" | "tolls" | "congestion_charge" | "clean_air_charge" | "ferry" | "driver_meals" | "driver_accommodation" | "second_driver" | "waiting")[];
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
        QuoteVehicle: {
            /** @enum {string} */
            type: "mpv_8" | "minibus_16" | "midicoach_35" | "coach_49" | "coach_53" | "coach_57_plus" | "executive_coach" | "double_decker" | "bus";
            count: number;
            seats: number;
            description: string | null;
            vehicle_id: number | null;
        };
        ReasonInput: {
            reason: string;
        };
        Registered: {
            registered: boolean;
        };
        Reinvite: {
            id: number;
            invited: boolean;
        };
        RejectInput: {
            reason: string;
            /** @enum {string|null} */
            reason_code?: "vehicle_unavailable" | "driver_unavailable" | "driver_hours" | "price_changed" | "itinerary" | "other" | null;
        };
        RoleInput: {
            /** @enum {string} */
            role: "admin" | "dispatcher" | "accounts";
        };
        Tracking: {
            accepted: number;
            ignored: number;
            tracking: boolean;
            interval_seconds: number;
        };
        TripEvent: {
            id: number;
            leg: number;
            /** @enum {string} */
            status: "en_route" | "arrived" | "on_board" | "completed" | "no_show" | "delayed" | "stop_reached" | "reverted";
            /** Format: date-time */
            occurred_at: string;
            /** Format: date-time */
            received_at: string;
            /** @enum {string} */
            by: "driver" | "operator" | "system";
            note: string | null;
        };
        TripInput: {
            customer: {
                name: string;
                /** Format: email */
                email: string;
                phone?: string | null;
                organisation?: string | null;
            };
            lead_passenger?: {
                name: string;
                phone?: string | null;
            } | null;
            pickup: {
                label: string;
                /** @enum {string} */
                kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                locality?: string | null;
                postcode_area?: string | null;
                country_code?: string | null;
                address_lines?: string[];
                postcode?: string | null;
                latitude?: number | null;
                longitude?: number | null;
                access_note?: string | null;
            };
            dropoff: {
                label: string;
                /** @enum {string} */
                kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                locality?: string | null;
                postcode_area?: string | null;
                country_code?: string | null;
                address_lines?: string[];
                postcode?: string | null;
                latitude?: number | null;
                longitude?: number | null;
                access_note?: string | null;
            };
            /** Format: date-time */
            departs_at: string;
            /** Format: date-time */
            returns_at?: string | null;
            timezone?: string | null;
            passenger_count: number;
            /** @enum {string|null} */
            trip_type?: "one_way" | "return" | "multi_day" | "shuttle" | null;
            /** @enum {string|null} */
            purpose?: "school" | "airport" | "wedding" | "sports" | "corporate" | "tour" | "day_trip" | "funeral" | "rail_replacement" | "other" | null;
            legs?: {
                /** @enum {string|null} */
                kind?: "transfer" | "standby" | null;
                pickup: {
                    label: string;
                    /** @enum {string} */
                    kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                    locality?: string | null;
                    postcode_area?: string | null;
                    country_code?: string | null;
                    address_lines?: string[];
                    postcode?: string | null;
                    latitude?: number | null;
                    longitude?: number | null;
                    access_note?: string | null;
                };
                dropoff: {
                    label: string;
                    /** @enum {string} */
                    kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                    locality?: string | null;
                    postcode_area?: string | null;
                    country_code?: string | null;
                    address_lines?: string[];
                    postcode?: string | null;
                    latitude?: number | null;
                    longitude?: number | null;
                    access_note?: string | null;
                };
                /** Format: date-time */
                departs_at: string;
                /** Format: date-time */
                arrive_by?: string | null;
                passenger_count?: number | null;
                waiting_minutes?: number | null;
                distance_m?: number | null;
                driving_seconds?: number | null;
                stops?: {
                    /** @enum {string} */
                    kind: "pickup" | "dropoff" | "comfort" | "visit";
                    place: {
                        label: string;
                        /** @enum {string} */
                        kind: "residential" | "school" | "venue" | "hotel" | "airport" | "port" | "station" | "office" | "depot" | "other";
                        locality?: string | null;
                        postcode_area?: string | null;
                        country_code?: string | null;
                        address_lines?: string[];
                        postcode?: string | null;
                        latitude?: number | null;
                        longitude?: number | null;
                        access_note?: string | null;
                    };
                    /** Format: date-time */
                    arrive_at?: string | null;
                    /** Format: date-time */
                    depart_at?: string | null;
                    waiting_minutes?: number | null;
                    note?: string | null;
                }[] | null;
            }[] | null;
            passengers?: {
                adults?: number | null;
                children?: number | null;
                infants?: number | null;
            } | null;
            luggage?: {
                suitcases?: number | null;
                hand_luggage?: number | null;
                oversized?: string[];
                note?: string | null;
            } | null;
            vehicles_requested?: {
                /** @enum {string} */
                type: "mpv_8" | "minibus_16" | "midicoach_35" | "coach_49" | "coach_53" | "coach_57_plus" | "executive_coach" | "double_decker" | "bus";
                count: number;
                min_seats?: number | null;
            }[] | null;
            accessibility?: {
                wheelchair_spaces?: number | null;
                wheelchair_remains_seated?: boolean | null;
                lift_required?: boolean | null;
                step_free?: boolean | null;
                psvar_required?: boolean | null;
                assistance_dogs?: number | null;
                note?: string | null;
            } | null;
            amenities_required?: ("toilet" | "wifi" | "air_con" | "power" | "seat_belts" | "luggage_hold" | "pa_microphone" | "tv" | "reclining_seats" | "fridge")[] | null;
            coach_stays_with_group?: boolean | null;
            waiting_minutes?: number | null;
            driver_provisions?: {
                /** @enum {string|null} */
                meals?: "customer" | "operator" | "none" | null;
                /** @enum {string|null} */
                accommodation?: "customer" | "operator" | "none" | null;
                /** @enum {string|null} */
                parking?: "customer" | "operator" | "none" | null;
                /** @enum {string|null} */
                tolls?: "customer" | "operator" | "none" | null;
            } | null;
            /** @enum {string|null} */
            dbs_required?: "none" | "basic" | "standard" | "enhanced" | "enhanced_barred" | null;
            flight?: {
                number: string;
                /** @enum {string} */
                direction: "arrival" | "departure";
                /** Format: date-time */
                scheduled_at?: string | null;
            } | null;
            distance_m?: number | null;
            driving_seconds?: number | null;
            notes?: string | null;
            /** Format: date-time */
            quote_by?: string | null;
            /** Format: date-time */
            offer_to: "all" | string[];
        };
        User: {
            id: number;
            email: string;
            name: string;
            /** @enum {string} */
            role: "admin" | "dispatcher" | "accounts";
            /** Format: date-time */
            invited_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        UserInput: {
            /** Format: email */
            email: string;
            name: string;
            /** @enum {string} */
            role: "admin" | "dispatcher" | "accounts";
        };
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
            /** @enum {string} */
            kind: "pre_trip" | "post_trip";
            odometer: number | null;
            /** @enum {string} */
            odometer_unit: "mi" | "km";
            /** Format: date-time */
            checked_at: string;
            items: {
                /** @enum {string} */
                code: "brakes" | "steering" | "lights_indicators" | "tyres_wheel_nuts" | "mirrors_cameras" | "windscreen_glass" | "wipers_washers" | "horn" | "body_doors" | "emergency_exits" | "seats_seat_belts" | "fire_extinguisher" | "first_aid_kit" | "wheelchair_lift" | "fluids_leaks" | "exhaust" | "tachograph" | "speed_limiter" | "number_plates" | "fuel_cap" | "luggage_lockers" | "interior_steps";
                /** @enum {string} */
                result: "ok" | "defect" | "not_applicable";
                /** @enum {string|null} */
                severity: "minor" | "major" | "dangerous" | null;
                note: string | null;
            }[];
            safe_to_drive: boolean;
            declaration: boolean;
            nil_defect: boolean;
            /** @enum {string} */
            result: "safe" | "safe_with_defects" | "unsafe";
            /** Format: date-time */
            resolved_at: string | null;
        };
        VehicleCheckInput: {
            vehicle_reg: string;
            trip_ref?: string | null;
            /** @enum {string} */
            kind: "pre_trip" | "post_trip";
            odometer?: number | null;
            /** @enum {string} */
            odometer_unit?: "mi" | "km";
            /** Format: date-time */
            checked_at: string;
            items: {
                /** @enum {string} */
                code: "brakes" | "steering" | "lights_indicators" | "tyres_wheel_nuts" | "mirrors_cameras" | "windscreen_glass" | "wipers_washers" | "horn" | "body_doors" | "emergency_exits" | "seats_seat_belts" | "fire_extinguisher" | "first_aid_kit" | "wheelchair_lift" | "fluids_leaks" | "exhaust" | "tachograph" | "speed_limiter" | "number_plates" | "fuel_cap" | "luggage_lockers" | "interior_steps";
                /** @enum {string} */
                result: "ok" | "defect" | "not_applicable";
                /** @enum {string|null} */
                severity?: "minor" | "major" | "dangerous" | null;
                note?: string | null;
            }[];
            safe_to_drive: boolean;
            /** @constant */
            declaration: true;
        };
        VehicleInput: {
            registration: string;
            /** @enum {string} */
            type: "mpv_8" | "minibus_16" | "midicoach_35" | "coach_49" | "coach_53" | "coach_57_plus" | "executive_coach" | "double_decker" | "bus";
            seats: number;
            description?: string | null;
            amenities?: ("toilet" | "wifi" | "air_con" | "power" | "seat_belts" | "luggage_hold" | "pa_microphone" | "tv" | "reclining_seats" | "fridge")[];
            wheelchair_spaces?: number;
            /** Format: date-time */
            mot_due?: string | null;
        };
        VehiclePatch: {
            registration?: string;
            /** @enum {string} */
            type?: "mpv_8" | "minibus_16" | "midicoach_35" | "coach_49" | "coach_53" | "coach_57_plus" | "executive_coach" | "double_decker" | "bus";
            seats?: number;
            description?: string | null;
            amenities?: ("toilet" | "wifi" | "air_con" | "power" | "seat_belts" | "luggage_hold" | "pa_microphone" | "tv" | "reclining_seats" | "fridge")[];
            wheelchair_spaces?: number;
            /** Format: date-time */
            mot_due?: string | null;
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
            events: ("job.offered" | "booking.confirmed")[];
            /** @enum {string} */
            status: "active" | "parked";
            consecutive_failures: number;
            /** Format: date-time */
            parked_at: string | null;
            /** @enum {string|null} */
            parked_reason: "consecutive_failures" | "credential_revoked" | null;
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
            events: ("job.offered" | "booking.confirmed")[];
        };
        WholeTrip: {
            ref: string;
            /** @enum {string} */
            status: "open" | "booked" | "completed" | "cancelled" | "expired";
            /** @enum {string} */
            source: "platform" | "customer" | "operator";
            customer: {
                name: string;
                email: string;
                phone: string | null;
                organisation: string | null;
            };
            lead_passenger: {
                name: string;
                phone: string | null;
            } | null;
            /** @enum {string} */
            trip_type: "one_way" | "return" | "multi_day" | "shuttle";
            /** @enum {string} */
            purpose: "school" | "airport" | "wedding" | "sports" | "corporate" | "tour" | "day_trip" | "funeral" | "rail_replacement" | "other";
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
            legs: {
                sequence: number;
                /** @enum {string} */
                kind: "transfer" | "standby";
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
                stops: {
                    sequence: number;
                    /** @enum {string} */
                    kind: "pickup" | "dropoff" | "comfort" | "visit";
                    place: components["schemas"]["Place"];
                    /** Format: date-time */
                    arrive_at: string | null;
                    /** Format: date-time */
                    depart_at: string | null;
                    waiting_minutes: number | null;
                    note: string | null;
                }[];
            }[];
            passenger_count: number;
            passengers: {
                adults: number;
                children: number;
                infants: number;
            } | null;
            luggage: {
                suitcases: number;
                hand_luggage: number;
                oversized: string[];
                note: string | null;
            } | null;
            vehicles_requested: {
                /** @enum {string} */
                type: "mpv_8" | "minibus_16" | "midicoach_35" | "coach_49" | "coach_53" | "coach_57_plus" | "executive_coach" | "double_decker" | "bus";
                count: number;
                min_seats: number | null;
            }[];
            accessibility: {
                wheelchair_spaces: number;
                wheelchair_remains_seated: boolean;
                lift_required: boolean;
                step_free: boolean;
                psvar_required: boolean;
                assistance_dogs: number;
                note: string | null;
            } | null;
            amenities_required: ("toilet" | "wifi" | "air_con" | "power" | "seat_belts" | "luggage_hold" | "pa_microphone" | "tv" | "reclining_seats" | "fridge")[];
            coach_stays_with_group: boolean;
            waiting_minutes: number;
            driver_provisions: {
                /** @enum {string} */
                meals: "customer" | "operator" | "none";
                /** @enum {string} */
                accommodation: "customer" | "operator" | "none";
                /** @enum {string} */
                parking: "customer" | "operator" | "none";
                /** @enum {string} */
                tolls: "customer" | "operator" | "none";
            } | null;
            /** @enum {string} */
            dbs_required: "none" | "basic" | "standard" | "enhanced" | "enhanced_barred";
            flight: {
                number: string;
                /** @enum {string} */
                direction: "arrival" | "departure";
                /** Format: date-time */
                scheduled_at: string | null;
            } | null;
            distance_m: number | null;
            driving_seconds: number | null;
            hours_advice: {
                driving_minutes: number;
                duty_minutes: number;
                breaks_minutes: number;
                second_driver_likely: boolean;
                rules: string[];
            } | null;
            notes: string | null;
            /** Format: date-time */
            quote_by: string;
            offers: {
                operator_ref: string;
                /** Format: date-time */
                offered_at: string;
                /** Format: date-time */
                declined_at: string | null;
                /** @enum {string|null} */
                outcome: "won" | "lost" | "cancelled" | "expired" | null;
                /** Format: date-time */
                closed_at: string | null;
            }[];
            quotes: {
                operator_ref: string;
                id: number;
                /** @enum {string} */
                status: "likely" | "confirmed" | "requested" | "booked" | "rejected" | "withdrawn" | "lost" | "expired";
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
                booking_request: {
                    /** Format: date-time */
                    requested_at: string;
                    /** Format: date-time */
                    respond_by: string;
                    /** @enum {string} */
                    payment_status: "card_saved" | "charging" | "requires_action" | "declined" | "awaiting_transfer" | "succeeded" | "released";
                } | null;
                rejection: {
                    reason_code: string | null;
                    reason: string;
                    /** Format: date-time */
                    rejected_at: string;
                } | null;
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
                /** @enum {string} */
                status: "active" | "cancelled";
                /** @enum {string} */
                trip_status: "unassigned" | "assigned" | "acknowledged" | "en_route" | "arrived" | "on_board" | "between_legs" | "completed" | "no_show";
                /** @enum {string} */
                trip_type: "one_way" | "return" | "multi_day" | "shuttle";
                /** @enum {string} */
                purpose: "school" | "airport" | "wedding" | "sports" | "corporate" | "tour" | "day_trip" | "funeral" | "rail_replacement" | "other";
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
                /** @enum {string} */
                payment_status: "deposit_paid" | "paid" | "refunded" | "part_refunded";
                /** Format: date-time */
                balance_due_at: string | null;
                driver: {
                    id: number;
                    name: string;
                } | null;
                vehicle_reg: string | null;
                needs_driver: boolean;
                /** Format: date-time */
                confirmed_at: string;
                /** Format: date-time */
                cancelled_at: string | null;
                /** Format: date-time */
                updated_at: string;
            } | null;
            cancellation: components["schemas"]["Cancellation"] | null;
            /** Format: date-time */
            closed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "unauthenticated";
                        message: string;
                    };
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "missing_ability";
                        message: string;
                        missing_ability: string;
                    };
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "wrong_credential";
                        message: string;
                    };
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "not_found";
                        message: string;
                    };
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "payload_too_large";
                        message: string;
                    };
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "validation_failed";
                        message: string;
                        /** @description Dotted path (`vehicles.0.seats`), `body`, a name of the query or `Idempotency-Key` → sentences. */
                        fields: {
                            [key: string]: string[];
                        };
                    };
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "rate_limited";
                        message: string;
                    };
                };
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "server_error";
                        message: string;
                    };
                };
            };
        };
        /** @description `unavailable`: Storage is busy or full, and nothing was written; ask again after `Retry-After`. */
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
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "unavailable";
                        message: string;
                    };
                };
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
                    "application/json": {
                        data: components["schemas"]["Me"];
                    };
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
                filter?: "all" | "fresh" | "quoted" | "closing" | "expired";
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
                    "application/json": {
                        data: components["schemas"]["Job"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "quote_locked" | "job_closed";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "no_live_quote" | "quote_locked";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "live_quote_exists" | "job_closed";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "no_live_quote" | "quote_not_confirmed" | "quote_locked";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "no_booking_request" | "deposit_charge_failed";
                            message: string;
                            current_status?: string | null;
                            payment_status?: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "no_booking_request";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                status?: "active" | "cancelled" | "all";
                departs_from?: string;
                departs_to?: string;
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
                    "application/json": {
                        data: components["schemas"]["Booking"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["BookingDetail"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["BookingDetail"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "trip_cancelled" | "booking_not_confirmed" | "trip_finished";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Driver"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Driver"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Reinvite"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress";
                            message: string;
                        };
                    };
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
                status?: "pending" | "scheduled" | "in_transit" | "paid" | "failed" | "cancelled";
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
                    "application/json": {
                        data: components["schemas"]["Payout"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                    };
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
                    "application/json": {
                        data: components["schemas"]["NewWebhook"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress";
                            message: string;
                        };
                    };
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
                status?: "pending" | "delivered" | "failed" | "abandoned";
                event?: "job.offered" | "booking.confirmed";
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
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Issued"];
                    };
                };
            };
            /** @description `invalid_sign_in_link`: The sign-in link has expired or has been used. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "invalid_sign_in_link";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Issued"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "rotation_not_available";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Device"][];
                    };
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
                    "application/json": {
                        data: components["schemas"]["Issued"];
                    };
                };
            };
            /** @description `invalid_code`: The code is wrong, used or expired, or was tried too often. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "invalid_code";
                            message: string;
                        };
                    };
                };
            };
            /** @description `operator_choice_required`: One phone drives for several operators: ask again with one of `operators`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "operator_choice_required";
                            message: string;
                            operators: {
                                operator_ref: string;
                                name: string;
                            }[];
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["DriverMe"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["DriverMe"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["Registered"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["Tracking"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["VehicleCheck"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress";
                            message: string;
                        };
                    };
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
                filter?: "today" | "upcoming" | "past" | "all";
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
                    "application/json": {
                        data: components["schemas"]["ListedDriverTrip"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["DriverTrip"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["DriverTrip"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "trip_cancelled" | "trip_finished";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Declined"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "trip_cancelled" | "trip_finished" | "invalid_transition";
                            message: string;
                            current_status?: string | null;
                            allowed?: string[];
                            /**
                             * Format: date-time
                             * @description Where the step comes too early: from when it may come.
                             */
                            not_before?: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["DriverTrip"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "trip_cancelled" | "invalid_transition" | "no_show_too_early" | "undo_expired" | "vehicle_check_required" | "vehicle_unsafe";
                            message: string;
                            current_status?: string | null;
                            allowed?: string[];
                            /**
                             * Format: date-time
                             * @description Where the step comes too early: from when it may come.
                             */
                            not_before?: string;
                            /** Format: date-time */
                            allowed_at?: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Incident"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "trip_cancelled" | "trip_finished";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Export"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["Consent"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["Erasure"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "erasure_already_scheduled";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Operator"][];
                        links: {
                            first: string | null;
                            last: string | null;
                            prev: string | null;
                            next: string | null;
                        };
                        meta: {
                            current_page: number;
                            from: number | null;
                            last_page: number;
                            links: {
                                url: string | null;
                                label: string;
                                active: boolean;
                            }[];
                            path: string | null;
                            per_page: number;
                            to: number | null;
                            total: number;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Operator"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Entered"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["WholeTrip"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["WholeTrip"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "job_closed";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["WholeTrip"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "trip_cancelled" | "trip_finished" | "job_closed";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["WholeTrip"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "no_payment_due";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Payout"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "invalid_transition";
                            message: string;
                            current_status?: string | null;
                            allowed?: string[];
                            /**
                             * Format: date-time
                             * @description Where the step comes too early: from when it may come.
                             */
                            not_before?: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Enquiry"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["CustomerTrip"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["CustomerTrip"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "invalid_transition" | "quote_expired" | "no_live_quote" | "request_pending" | "job_closed" | "trip_cancelled";
                            message: string;
                            current_status?: string | null;
                            allowed?: string[];
                            /**
                             * Format: date-time
                             * @description Where the step comes too early: from when it may come.
                             */
                            not_before?: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["CustomerTrip"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "quote_not_confirmed" | "quote_expired" | "no_live_quote" | "request_pending" | "job_closed" | "trip_cancelled" | "deposit_charge_failed";
                            message: string;
                            current_status?: string | null;
                            payment_status?: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["CustomerTrip"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "no_booking_request";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["CustomerTrip"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "trip_cancelled" | "trip_finished" | "job_closed";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Key"][];
                    };
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
                    "application/json": {
                        data: components["schemas"]["MintedKey"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "wrong_credential" | "admin_required";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "wrong_credential" | "admin_required";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["User"][];
                    };
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
                    "application/json": {
                        data: components["schemas"]["User"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "wrong_credential" | "admin_required";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "wrong_credential" | "admin_required";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "last_admin";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["User"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "wrong_credential" | "admin_required";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "last_admin";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Vehicle"][];
                    };
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
                    "application/json": {
                        data: components["schemas"]["Vehicle"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Vehicle"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "missing_ability" | "wrong_credential";
                            message: string;
                            missing_ability?: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Driver"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "missing_ability" | "wrong_credential";
                            message: string;
                            missing_ability?: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["Account"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["Account"];
                    };
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
                    "application/json": {
                        data: components["schemas"]["Entered"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress";
                            message: string;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["BookingDetail"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "missing_ability" | "wrong_credential";
                            message: string;
                            missing_ability?: string;
                        };
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "no_payment_due";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["BookingDetail"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "missing_ability" | "wrong_credential";
                            message: string;
                            missing_ability?: string;
                        };
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "booking_not_confirmed" | "trip_cancelled" | "trip_finished";
                            message: string;
                            current_status?: string | null;
                        };
                    };
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
                    "application/json": {
                        data: components["schemas"]["BookingDetail"];
                    };
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
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused" | "idempotency_in_progress" | "trip_cancelled" | "invalid_transition" | "no_show_too_early" | "undo_expired" | "vehicle_check_required" | "vehicle_unsafe";
                            message: string;
                            current_status?: string | null;
                            allowed?: string[];
                            /**
                             * Format: date-time
                             * @description Where the step comes too early: from when it may come.
                             */
                            not_before?: string;
                            /** Format: date-time */
                            allowed_at?: string;
                        };
                    };
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
