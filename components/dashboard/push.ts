import { workerOf } from "./service-worker";

function listenToPush(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-push] button") : null;
    const box = button?.closest<HTMLElement>("[data-push]");
    if (box) void subscribe(box);
  });
}

/** One of the three: the browser cannot, its person has refused, or it can. */
function show(box: HTMLElement, state: 0 | 1 | 2): void {
  for (const [at, part] of [...box.children].entries()) part.toggleAttribute("hidden", at !== state);
}

function showPush(): void {
  const box = document.querySelector<HTMLElement>("[data-push]");
  if (box && "serviceWorker" in navigator && "PushManager" in window)
    show(box, Notification.permission === "denied" ? 1 : 2);
}

async function subscribe(box: HTMLElement): Promise<void> {
  const field = box.querySelector<HTMLInputElement>("input[name=subscription]");
  try {
    if ((await Notification.requestPermission()) !== "granted") return show(box, 1);
    await workerOf(box.closest<HTMLElement>("[lang]")?.lang ?? "en");
    const { pushManager } = await navigator.serviceWorker.ready;
    const applicationServerKey = box.dataset.push ?? "";
    const address = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
    if (field) field.value = JSON.stringify(address);
    field?.form?.requestSubmit();
  } catch {
    show(box, 0);
  }
}

listenToPush();
document.addEventListener("page-shown", showPush);
showPush();
