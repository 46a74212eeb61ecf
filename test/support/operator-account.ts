/** An operator's account with default settings, opened at `createdAt` (ms). */
export function newOperatorAccount(createdAt: number) {
  return {
    ref: 'OP-7GQ2M',
    name: 'Dales Coaches',
    currencyCode: 'GBP',
    timezone: 'Europe/London',
    commissionBps: 1000,
    depositBps: 2000,
    depositMinimumAmount: 5000,
    closingHours: 24,
    noShowWaitMinutes: 15,
    vehicleCheckRequired: false,
    tripVisibilityDays: 14,
    payoutWeekday: 5,
    balanceDays: 14,
    chargeBalance: true,
    unconfirmOnClash: true,
    createdAt,
    updatedAt: createdAt,
  }
}
