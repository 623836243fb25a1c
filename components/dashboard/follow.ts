import { type Field, isChanged } from "./keep-here";

/**
 * A page that says `data-follows` follows what happens in its store while it is looked at. It is told that something
 * happened and reads itself anew, unless somebody types in it. One of operators, about all stores, does so each minute. Without a connection each page says how old it is.
 */
export function listenToNews(whenShown: () => void): void {
  afterwards = whenShown;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") stop();
    else if (content()?.dataset.follows) {
      followNews();
      void readAnew();
    }
  });
  window.addEventListener("offline", sayAge);
  window.addEventListener("online", () => {
    document.querySelector("[data-line=lineAge]")?.remove();
    if (isFollowing()) void readAnew();
  });
}

let afterwards = () => {};
let source: EventSource | null = null;
let minutes = 0;
const isFollowing = () => source !== null || minutes !== 0;
let readAt = new Date();

const content = () => document.getElementById("content");

/** One connection a page that is looked at, and none of a hidden one. */
export function followNews(): void {
  readAt = new Date();
  const store = content()?.dataset.follows;
  // What a page was told changes nothing of its connection.
  if (store && source?.url.includes(`?store=${store}&`)) return;
  stop();
  if (!store || document.visibilityState === "hidden") return;
  if (store === "minute") {
    minutes = window.setInterval(() => void readAnew(), 60_000);
    return;
  }
  source = new EventSource(`/dashboard/live?store=${store}&since=${content()?.dataset.read}`);
  source.onmessage = readSoon;
}

/** A busy store changes all the time. */
const atMostMs = 2_000;
let isWaiting = false;

function readSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(
    () => {
      isWaiting = false;
      if (isFollowing()) void readAnew();
    },
    Math.max(0, readAt.getTime() + atMostMs - Date.now()),
  );
}

function stop(): void {
  source?.close();
  source = null;
  clearInterval(minutes);
  minutes = 0;
}

async function readAnew(): Promise<void> {
  const now = content();
  if (!now || isBusy(now)) return;
  const address = location.href;
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("content");
  if (!next || content() !== now || location.href !== address || isBusy(now)) return;
  const opened = openedIn(now);
  const at = stops(now).indexOf(document.activeElement as HTMLElement);
  // What was just done is said once by the server, and stays until somebody goes on.
  const said = now.querySelector("[data-flash]");
  const place = [...now.children].indexOf(said ?? now);
  now.replaceChildren(...next.childNodes);
  if (said) now.insertBefore(said, now.children[place] ?? null);
  openAgain(now, opened);
  // Whoever goes by keyboard stays where they were.
  stops(now)[at]?.focus({ preventScroll: true });
  afterwards();
}

const stops = (page: HTMLElement) => [
  ...page.querySelectorAll<HTMLElement>("a[href], button, summary, h1, [data-flash]"),
];

/** What is folded out, by its line; a page that is put in place folds it out again. */
export function openedIn(page: HTMLElement): (string | null)[] {
  return [...page.querySelectorAll("details[open] > summary")].map(({ textContent }) => textContent);
}

export function openAgain(page: HTMLElement, lines: (string | null)[]): void {
  for (const summary of page.querySelectorAll("details > summary"))
    if (lines.includes(summary.textContent)) summary.parentElement?.setAttribute("open", "");
}

/** Whoever types, chooses or has marked something is not disturbed; what a form was answered is at no address to read. */
function isBusy(now: HTMLElement): boolean {
  const isIn =
    document.activeElement?.matches("input, select, textarea") && now.contains(document.activeElement);
  const typed = [...now.querySelectorAll<Field>("input, select, textarea")].some(isChanged);
  return (
    document.documentElement.dataset.answered === "yes" ||
    Boolean(isIn) ||
    typed ||
    now.querySelector("[aria-busy=true]") !== null ||
    !getSelection()?.isCollapsed
  );
}

/** Over the page: how old it is, by the store's clock. */
function sayAge(): void {
  const page = content();
  if (!page) return;
  const line = page.querySelector("[data-line=lineAge]") ?? document.createElement("p");
  line.setAttribute("data-line", "lineAge");
  const language = page.closest<HTMLElement>("[lang]")?.lang ?? "en";
  const style = { timeStyle: "short", hour12: false, timeZone: page.dataset.zone } as const;
  line.textContent = (page.dataset.lineAge ?? "").replace("%t", readAt.toLocaleTimeString(language, style));
  page.prepend(line);
}
