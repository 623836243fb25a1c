/** The dashboard's worker (public/sw.js). Its address carries the language of the page that it shows without a line. */
export function workerOf(language: string): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(`/sw.js?lang=${language}`, { scope: "/dashboard" });
}
