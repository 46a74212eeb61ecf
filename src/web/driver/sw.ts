declare const FILES: readonly string[]
declare const VERSION: string
declare const self: ServiceWorkerGlobalScope

const name = `driver-${VERSION}`
/** The root of the server, with its path prefix. */
const base = new URL('../', self.location.href)
const shell = new URL('driver', base).href
const kept = [shell, new URL('driver.webmanifest', base).href, ...FILES.map((file) => new URL(`assets/${file}`, base).href)]

self.addEventListener('install', (event) => event.waitUntil(cacheAll()))

self.addEventListener('activate', (event) => event.waitUntil(claimClients()))

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})

/** Serves pages and files from the cache, but not the API. */
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  if (method !== 'GET') return
  const below = url.slice(shell.length)
  if (/^\/(as-me|session)(\/|$)/.test(below)) return
  if (mode === 'navigate') event.respondWith(answerFromCache(shell, event.request))
  else if (kept.includes(url)) event.respondWith(answerFromCache(url, event.request))
})

async function cacheAll(): Promise<void> {
  const cache = await caches.open(name)
  await cache.addAll(kept.map((url) => new Request(url, { cache: 'reload' })))
}

async function claimClients(): Promise<void> {
  const others = (await caches.keys()).filter((one) => one.startsWith('driver-') && one !== name)
  await Promise.all(others.map((one) => caches.delete(one)))
  await self.clients.claim()
}

async function answerFromCache(url: string, request: Request): Promise<Response> {
  const cache = await caches.open(name)
  return (await cache.match(url, { ignoreVary: true })) ?? fetch(request)
}
