/** What may be reached although it is not public: networks as CIDRs, and exact hosts with their port (`hooks.lan:8443`). */
export interface Allowed {
  readonly networks: readonly string[]
  readonly endpoints: readonly string[]
}
