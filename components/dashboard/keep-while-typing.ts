import { draftFields } from "@/lib/domain/opened-for";
import { forgetTyped, noteSent } from "./keep-here";

/** Somebody who types is not interrupted: one request after a pause, and one on leaving. */
const pauseMs = 1_500;

const kept = new WeakSet<HTMLFormElement>();

/** The forms of the page whose text is kept for their person on every device (app/_forms/keep-typed.tsx). */
export function keepTyped(): void {
  for (const mark of document.querySelectorAll<HTMLInputElement>(`input[name=${draftFields.page}]`)) {
    const { form } = mark;
    if (!form || kept.has(form)) continue;
    kept.add(form);
    keepWhileTyping(form);
  }
}

function keepWhileTyping(form: HTMLFormElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isNew = false;
  const url = "/dashboard/drafts";

  function typed() {
    const body = new FormData(form);
    // A picture goes with the form alone.
    for (const [name, value] of [...body]) if (typeof value !== "string") body.delete(name);
    body.set(draftFields.turn, String(Date.now()));
    noteSent(form);
    return body;
  }
  async function send() {
    if (!isNew) return;
    isNew = false;
    // Whoever leaves while it is on its way loses nothing: it goes on without the page.
    const answer = await fetch(url, { method: "POST", body: typed(), keepalive: true }).catch(() => null);
    const status = form.querySelector<HTMLElement>("[data-kept]");
    if (!answer?.ok) {
      isNew = true;
      return;
    }
    if (status) status.textContent = status.dataset.kept ?? "";
    // It is kept for every device: a copy on this one would come back after it was saved on another.
    if (!isNew) forgetTyped(form);
  }
  function note() {
    isNew = true;
    clearTimeout(timer);
    timer = setTimeout(send, pauseMs);
  }
  // Sent before the browser begins to leave: a browser that has much to do loses what a page sends while it goes.
  function follow({ target }: MouseEvent) {
    if (!(target instanceof Element) || !target.closest("a[href]")) return;
    clearTimeout(timer);
    void send();
  }
  function leave() {
    clearTimeout(timer);
    if (isNew) isNew = !navigator.sendBeacon(url, typed());
  }
  function hide() {
    if (document.visibilityState === "hidden") leave();
  }
  // The form itself is on its way with all of it: only what is typed after that is sent, also on leaving.
  const pause = () => {
    clearTimeout(timer);
    isNew = false;
  };
  form.addEventListener("input", note);
  form.addEventListener("submit", pause);
  document.addEventListener("click", follow, true);
  window.addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", hide);
}
