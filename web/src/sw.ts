/** The service worker: what was loaded once is there without a network. */
export {};

declare const self: ServiceWorkerGlobalScope;
declare const FILES: string[];
declare const VERSION: string;

const CACHE = `queens-${VERSION}`;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    // Past the browser's own cache: a page of one version with files of another would be none.
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("queens-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

/** The page itself is asked of the network first, so that a new version is seen; its files have their content in their names. */
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) {
    return;
  }
  const kept = async () => (await caches.open(CACHE)).match(request, { ignoreSearch: true });
  const answer = async () => {
    if (request.mode !== "navigate") {
      return (await kept()) ?? fetch(request);
    }
    try {
      return await fetch(request);
    } catch (error) {
      const page = (await kept()) ?? (await caches.match("./"));
      if (page) {
        return page;
      }
      throw error;
    }
  };
  event.respondWith(answer());
});
