import { workerOf } from "./service-worker";

/** Shows whether this browser can be sent push messages, and asks it for its address when the button is pressed. */
export function showPush(): void {
  const box = document.querySelector<HTMLElement>("[data-push]");
  if (!box || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  if (Notification.permission === "denied") say(box, box.dataset.denied);
  else say(box, "");
}

export function listenToPush(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-push] button") : null;
    const box = button?.closest<HTMLElement>("[data-push]");
    if (!button || !box) return;
    button.setAttribute("aria-busy", "true");
    const unable = box.querySelector("p")?.dataset.unable;
    ask(box)
      .catch(() => say(box, unable))
      .finally(() => button.removeAttribute("aria-busy"));
  });
}

async function ask(box: HTMLElement): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return say(box, box.dataset.denied);
  await workerOf(box.closest<HTMLElement>("[lang]")?.lang ?? "en");
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = box.dataset.push ?? "";
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const field = box.querySelector<HTMLInputElement>("input[name=subscription]");
  if (!field) return;
  field.value = JSON.stringify(subscription);
  field.form?.requestSubmit();
}

/** The sentence, or the button where there is none. */
function say(box: HTMLElement, why = ""): void {
  const [line, form] = [box.querySelector("p"), box.querySelector<HTMLElement>("div")];
  if (!line || !form) return;
  line.dataset.unable ??= line.textContent ?? "";
  line.textContent = why;
  form.hidden = why !== "";
}
