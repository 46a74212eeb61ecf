import { getServers, Resolver as ResolvConf, setServers } from 'node:dns/promises'
import { dns } from 'bun'

/** Every address a name stands for, in the order in which they should be tried. */
export type Resolver = (host: string) => Promise<readonly string[]>

/**
 * Asks the hosts file and the name servers of this machine; rejects when there is no answer.
 *
 * c-ares does it on its own, where `getaddrinfo` would hold a thread of a small pool for every name that does not answer, and
 * keep all other names waiting behind it. It reads the list of servers only once, so a failure reads it anew.
 */
export const lookUp: Resolver = async (host) => {
  try {
    return (await dns.lookup(host, { backend: 'c-ares' })).map(({ address }) => address)
  } catch (fault) {
    const servers = new ResolvConf().getServers()
    if (servers.join() !== getServers().join()) setServers(servers)
    throw fault
  }
}
