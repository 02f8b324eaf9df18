/**
 * Beside the page: keeps the shell, so that Paddock opens without a network and says so, and shows the calls
 * that come while no page is open. Games, tables and answers are never kept: they are only true when fresh.
 */

const KEPT = "paddock-shell";
const SHELL = "/";
/** Parts of older versions are let go beyond so many files. */
const MOST = 160;

self.addEventListener("install", (event) => {
    event.waitUntil(renew().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** Keep the shell as it is now, with the parts it names. */
async function renew() {
    const kept = await caches.open(KEPT);
    const page = await fetch(SHELL, { cache: "no-cache" });
    if (!page.ok) throw new Error(`the shell could not be kept: ${page.status}`);
    const text = await page.clone().text();
    await kept.put(SHELL, page);
    const parts = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, part]) => part);
    await kept.addAll(parts.filter((part) => part !== SHELL));
}

self.addEventListener("message", (event) => {
    const parts = event.data?.keep;
    if (!Array.isArray(parts)) return;
    event.waitUntil(
        caches.open(KEPT).then((kept) => Promise.allSettled(parts.map((part) => keepOnce(kept, part)))),
    );
});

async function keepOnce(kept, part) {
    if (!(await kept.match(part))) await kept.add(part);
}

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate" && !pathname.startsWith("/docs")) event.respondWith(open(request));
    else if (pathname.startsWith("/assets/")) event.respondWith(part(request));
    else if (/^\/api\/(words|how-to-play)\//.test(pathname)) event.respondWith(words(request));
});

/** A page: from the server, or the kept shell where there is none. */
async function open(request) {
    try {
        return await fetch(request);
    } catch (why) {
        const shell = await caches.match(SHELL);
        if (shell) return shell;
        throw why;
    }
}

/** A part of the program: its name changes with its content, so a kept one is right for ever. */
async function part(request) {
    const kept = await caches.open(KEPT);
    const known = await kept.match(request);
    if (known) return known;
    const fresh = await fetch(request);
    if (fresh.ok) {
        await kept.put(request, fresh.clone());
        const names = await kept.keys();
        const parts = names.filter(({ url }) => new URL(url).pathname.startsWith("/assets/"));
        await Promise.all(parts.slice(0, Math.max(0, parts.length - MOST)).map((old) => kept.delete(old)));
    }
    return fresh;
}

/** Words and how games are played: as the server says them now, or as they were last said. */
async function words(request) {
    const kept = await caches.open(KEPT);
    try {
        const fresh = await fetch(request);
        if (fresh.ok) await kept.put(request, fresh.clone());
        return fresh;
    } catch (why) {
        const known = await kept.match(request);
        if (known) return known;
        throw why;
    }
}

self.addEventListener("push", (event) => {
    const { title, text, address } = event.data?.json() ?? {};
    event.waitUntil(
        self.registration.showNotification(title ?? "Paddock", {
            body: text ?? "",
            tag: "turn",
            renotify: true,
            icon: "/icon-192.png",
            badge: "/flag.svg",
            data: { address: address ?? "/" },
        }),
    );
});

self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(land(new URL(event.notification.data.address, location.origin).href));
});

/** Go where the call leads: in a page that is open, or in a new one. */
async function land(address) {
    const pages = await self.clients.matchAll({ type: "window" });
    const there = pages.find(({ url }) => url === address) ?? pages[0];
    if (!there) return self.clients.openWindow(address);
    await there.focus();
    if (there.url !== address) await there.navigate(address);
}
