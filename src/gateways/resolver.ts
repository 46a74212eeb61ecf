import { getServers, Resolver as ResolvConf, setServers } from 'node:dns/promises'
import { dns } from 'bun'

/** Every address of a name, in the order of attempts. */
export type Resolver = (host: string) => Promise<readonly string[]>

/**
 * Resolves by the hosts file and the name servers of this machine; rejects without an answer. It uses c-ares, because
 * `getaddrinfo` would block a thread of a small pool for every unanswered name, and delay all other names. The library reads
 * the list of servers only once, so it is reopened after a failure.
 */
export const resolveHost: Resolver = async (host) => {
  try {
    return (await dns.lookup(host, { backend: 'c-ares' })).map(({ address }) => address)
  } catch (fault) {
    const servers = new ResolvConf().getServers()
    if (servers.join() !== getServers().join()) setServers(servers)
    throw fault
  }
}
