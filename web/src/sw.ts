/** The service worker: stores the files of the page, so that it works offline. */
export {};

declare const self: ServiceWorkerGlobalScope;
declare const FILES: string[];
declare const VERSION: string;

// Other copies of the page on the same host have different caches.
const OURS = `queens ${self.registration.scope} `;
const CACHE = OURS + VERSION;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    // Files with a hash in their names come from the HTTP cache, where the page has just put most of them. Of the others, that cache
    // may have another version.
    const fresh = (file: string): RequestInit => (/-[A-Z0-9]{8}\./.test(file) ? {} : { cache: "no-cache" });
    await cache.addAll(FILES.map((file) => new Request(file, fresh(file))));
    // The first version takes over at once. Later versions wait until all pages of the old version are closed, which may still need its files.
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

/** A stored file of this version, or of another: a page of the next version is served before its service worker is active. */
async function kept(request: Request): Promise<Response | undefined> {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  for (const name of [CACHE, ...others]) {
    const found = await (await caches.open(name)).match(request, { ignoreSearch: true });
    if (found) {
      return found;
    }
  }
  return undefined;
}

/** The page comes from the network first, so that a new version is noticed. Its files have a hash of their content in their names. */
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) {
    return;
  }
  const answer = async () => {
    if (request.mode !== "navigate") {
      return (await kept(request)) ?? fetch(request);
    }
    try {
      return await fetch(request);
    } catch (error) {
      // The page for frames has a file of its own; every other address is the page.
      const page = (await kept(request)) ?? (await kept(new Request("./")));
      if (page) {
        return page;
      }
      throw error;
    }
  };
  event.respondWith(answer());
});
