// The dashboard's service worker: shows push messages, and a page of ours when there is no line. It stores that one page
// and nothing else, so no figure of a shop is ever left in a browser.
const store = "offline-1";
const page = `/offline${self.location.search}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(store)
      .then((cache) => cache.add(new Request(page, { cache: "reload" })))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode !== "navigate") return;
  const offline = () => caches.match(page).then((found) => found ?? Response.error());
  if (request.method === "GET") event.respondWith(fetch(request).catch(offline));
  // A form that was sent may have arrived although its answer did not: only without any line is it sure that it did not.
  else if (!self.navigator.onLine) event.respondWith(offline());
});

self.addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  const icon = "/icon-192.png";
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { path } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.path, self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href));
});

// The browser has changed its address for push messages, as it may at any time.
self.addEventListener("pushsubscriptionchange", (event) => {
  const old = event.oldSubscription;
  const renewed = event.newSubscription ?? (old && self.registration.pushManager.subscribe(old.options));
  event.waitUntil(
    Promise.resolve(renewed).then(
      (subscription) =>
        subscription &&
        fetch("/dashboard/settings/notifications/push", {
          method: "POST",
          body: JSON.stringify({ old: old?.endpoint ?? null, subscription }),
        }),
    ),
  );
});
