/** Notices in the service worker: shows what the server sends, and opens the table. Loaded by worker.js. */
self.addEventListener("push", (event) => {
	const told = event.data?.json();
	if (!told) return;
	const { title, body, tag, url } = told;
	event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, icon: "/icon.svg", data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
	event.notification.close();
	const wanted = new URL(event.notification.data?.url ?? "/", location.origin);
	if (wanted.origin !== location.origin) return;
	const open = async () => {
		const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
		const there = pages.find((page) => page.url.split("#")[1]?.startsWith(wanted.hash.slice(1).split("/").slice(0, 3).join("/")));
		if (there) return there.focus();
		return self.clients.openWindow(wanted.href);
	};
	event.waitUntil(open());
});
