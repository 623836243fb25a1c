import { openedByField, pressedField } from "@/lib/domain/opened-for";
import { openAgain, openedIn } from "./follow";
import { forgetTyped, isPost } from "./keep-here";

/**
 * Sends the forms of a page as the browser would, and puts the answer in the place of the page. So a line that breaks costs
 * nothing: the form stays, and the page asks what became of the press before it may be made again.
 */
export function listenToForms(whenShown: () => void): void {
  afterwards = whenShown;
  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (event.defaultPrevented || !(target instanceof HTMLFormElement)) return;
    const button = submitter instanceof HTMLElement ? submitter : null;
    // A button that asks for a file or a page, in a form that does something, is the browser's.
    if (!isPost(button?.getAttribute("formmethod") ?? target.getAttribute("method"))) return;
    event.preventDefault();
    void send(target, button);
  });
  // Pages that answers put in place are read anew on the way back.
  window.addEventListener("popstate", () => location.reload());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) for (const form of document.forms) rest(form);
  });
}

/** How long an answer may take before the page asks what became of it. */
const answerMs = 60_000;
/** What a page that was put in place still needs. */
let afterwards = () => {};
const underWay = new Set<HTMLFormElement>();

async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  // A second press while the first is on its way does nothing: its refusal would hide the first result.
  if (underWay.has(form)) return;
  if (!navigator.onLine) return say(form, "lineNone");
  const token = newToken();
  const body = new FormData(form);
  body.set(pressedField, token);
  const name = button?.getAttribute("name");
  if (name) body.append(name, button?.getAttribute("value") ?? "");
  const url = button?.getAttribute("formaction") ?? form.getAttribute("action");
  underWay.add(form);
  busy(form, button);
  if (form.dataset.broken) return sendFile(form, (why) => rest(form, "lineRefused", why));
  try {
    const answer = await fetch(url || location.href.replace(/#.*/, ""), {
      method: "POST",
      body,
      headers: { Accept: "text/html" },
      signal: AbortSignal.timeout?.(answerMs) ?? null,
    });
    const type = answer.headers.get("Content-Type") ?? "";
    // Our doors refuse in plain words what has reached nothing behind them.
    if (!answer.ok && type.startsWith("text/plain")) return rest(form, "lineRefused", await answer.text());
    if (answer.status >= 500) return await check(form, token);
    if (!type.startsWith("text/html")) return save(form, answer);
    show(answer, await answer.text(), form);
  } catch {
    await check(form, token);
  }
}

/** A UUID of version 4. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) =>
    (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, "0"),
  ).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Asks what became of a press without an answer, until it is known. */
async function check(form: HTMLFormElement, token: string): Promise<void> {
  say(form, "lineChecking");
  for (let waitMs = 1_000; form.isConnected; waitMs = Math.min(waitMs * 2, 15_000)) {
    const pressed = await ask(token);
    if (pressed === "signed out") {
      if (form.elements.namedItem(openedByField)) return location.reload();
      return rest(form, "lineUnknown");
    }
    if (pressed?.is === "done") {
      forgetTyped(form);
      return location.assign(pressed.to);
    }
    const why = { void: "lineNothing", unknown: "lineUnknown" }[pressed?.is ?? ""];
    if (why) return rest(form, why);
    await online(waitMs);
  }
}

async function ask(token: string): Promise<{ is: string; to: string } | "signed out" | null> {
  const body = new FormData();
  body.set(pressedField, token);
  const signal = AbortSignal.timeout?.(answerMs) ?? null;
  const answer = await fetch("/dashboard/pressed", { method: "POST", body, signal }).catch(() => null);
  if (answer?.status === 401) return "signed out";
  return answer?.ok ? answer.json().catch(() => null) : null;
}

/** This long, or until the line is back. */
function online(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      window.removeEventListener("online", go);
      resolve();
    };
    window.addEventListener("online", go);
    setTimeout(go, waitMs);
  });
}

/** The answer in the place of the page. Where only React can show it, the browser goes there. */
function show(answer: Response, html: string, form: HTMLFormElement): void {
  const page = new DOMParser().parseFromString(html, "text/html");
  const isElsewhere = answer.redirected;
  const isSignedOut = new URL(answer.url).pathname === "/sign-in";
  if (!isSignedOut && !page.querySelector("[data-problems]")) forgetTyped(form);
  if (!page.querySelector("#content") || !page.querySelector('script[src*="/first-"]')) {
    if (isElsewhere) location.assign(answer.url);
    else rest(form, "lineFault");
    return;
  }
  if (isElsewhere && answer.url !== location.href) history.pushState(null, "", answer.url);
  for (const sheet of page.head.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"))
    if (!document.head.querySelector(`link[href="${sheet.getAttribute("href")}"]`))
      document.head.append(sheet);
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  const opened = isElsewhere ? [] : openedIn(document.body);
  document.body.replaceWith(page.body);
  openAgain(document.body, opened);
  if (!isElsewhere) keepUnsent(form);
  document.documentElement.dataset.answered = isElsewhere ? "no" : "yes";
  afterwards();
  const find = (what: string) => document.querySelector<HTMLElement>(what);
  const problems = find("[data-problems]");
  // What was just done, else what the page is called; both take a focus only from here.
  const start = problems ?? find("[data-flash]") ?? find("#content h1") ?? find("#content");
  if (!problems) window.scrollTo(0, 0);
  start?.setAttribute("tabindex", "-1");
  start?.focus({ preventScroll: !problems });
  underWay.clear();
}

/**
 * Sends a form with a large file (upload-form.tsx), however long that takes, and shows how much of it is sent. Its door
 * answers where to go, or why the file was not taken.
 */
function sendFile(form: HTMLFormElement, refused: (why: string) => void): void {
  const status = form.querySelector<HTMLElement>("[data-sent]");
  const show = (percent: number) => {
    const [bar, text] = status?.children ?? [];
    if (!status || !(bar instanceof HTMLProgressElement) || !text) return;
    status.hidden = false;
    bar.value = percent;
    text.textContent = (status.dataset.sent ?? "").replace("%p", String(percent));
  };
  const request = new XMLHttpRequest();
  request.upload.onprogress = ({ loaded, total }) => show(Math.floor((loaded / total) * 100));
  // Null where the line broke, or something else answered.
  request.responseType = "json";
  request.onloadend = () => {
    const { to, problem }: { to?: string; problem?: string } = request.response ?? {};
    if (request.status === 200 && to) return window.location.assign(to);
    if (status) status.hidden = true;
    refused(problem ?? form.dataset.broken ?? "");
  };
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  show(0);
  request.send(new FormData(form));
}

/** A form that is shown again with its problems keeps what a server does not send back: chosen files, and a new password. */
function keepUnsent(form: HTMLFormElement): void {
  for (const { id, value } of form.querySelectorAll<HTMLInputElement>("input[autocomplete=new-password]")) {
    const again = document.getElementById(id);
    if (again instanceof HTMLInputElement && !again.ariaInvalid) again.value = value;
  }
  for (const { id, files } of form.querySelectorAll<HTMLInputElement>("input[type=file]")) {
    const again = document.getElementById(id);
    if (!(again instanceof HTMLInputElement) || !files?.length || again.ariaInvalid) continue;
    again.files = files;
    again.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** A file that was asked for is kept by the browser as from a link. */
async function save(form: HTMLFormElement, answer: Response): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  const header = answer.headers.get("Content-Disposition") ?? "";
  link.download = /filename="?([^";]+)/.exec(header)?.[1] ?? "";
  link.click();
  rest(form);
}

function busy(form: HTMLFormElement, button: HTMLElement | null): void {
  // The Enter key presses a button that nobody sees, where it must not press the first one.
  const seen = "button:not([type=button], [name], [aria-hidden])";
  const pressed = button?.matches(":not([aria-hidden])")
    ? button
    : [...form.querySelectorAll<HTMLElement>(seen)].find(({ offsetWidth }) => offsetWidth > 0);
  if (!pressed) return;
  // It keeps its place, whatever it says.
  pressed.style.minWidth = `${pressed.offsetWidth}px`;
  pressed.setAttribute("aria-busy", "true");
  said.set(pressed, [...pressed.childNodes]);
  pressed.replaceChildren(word("lineSending"));
}

/** What each button that is under way said before. */
const said = new WeakMap<HTMLElement, ChildNode[]>();

/** The form may be pressed again. Says why, where something has to be said. */
function rest(form: HTMLFormElement, why?: string, text?: string): void {
  underWay.delete(form);
  for (const pressed of form.querySelectorAll<HTMLElement>("[aria-busy=true]")) {
    pressed.removeAttribute("aria-busy");
    pressed.replaceChildren(...(said.get(pressed) ?? pressed.childNodes));
  }
  if (why) say(form, why, text);
}

/** One sentence under the form, read aloud. */
function say(form: HTMLFormElement, key: string, text = word(key)): void {
  const line = form.querySelector("[data-line]") ?? document.createElement("p");
  line.setAttribute("data-line", key);
  line.setAttribute("role", "status");
  form.append(line);
  line.textContent = text;
  line.scrollIntoView({ block: "nearest" });
}

/** In the page's language. */
function word(key: string): string {
  return document.getElementById("content")?.dataset[key] ?? "";
}
