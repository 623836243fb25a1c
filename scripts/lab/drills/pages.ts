import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Place } from "./place";

interface Sent {
  status: number;
  /** Where it leads to, and the browser's cookie. */
  next: string;
  cookie: string;
  text: string;
}

/** Sends the form of a page, as a browser without scripts does. */
export async function send(
  { url }: Pick<Place, "url">,
  page: string,
  values: Record<string, string>,
): Promise<Sent> {
  // Forms are taken from the site's own address only.
  const site = url.replace("127.0.0.1", "localhost");
  const shown = await fetch(site + page);
  const cookie = shown.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const form = new FormData();
  for (const [input = ""] of (await shown.text()).matchAll(/<input[^>]*type="hidden"[^>]*>/g))
    form.set(attribute(input, "name"), attribute(input, "value"));
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  const isAction = [...form.keys()].some((name) => name.startsWith("$ACTION"));
  // Safe: every value was set as text.
  const body = isAction ? form : new URLSearchParams([...form] as [string, string][]);
  const headers = { cookie, origin: site };
  const answer = await fetch(site + page, { method: "POST", headers, body, redirect: "manual" });
  const next = answer.headers.get("location") ?? page;
  return { status: answer.status, next, cookie, text: await answer.text() };
}

/** Fills the form of the demo store's link and presses Pay. A phone is asked for one payment at a time, so each has its own. */
export function pressPay(place: Pick<Place, "url" | "demo">, phone = `0712${randomInt(100_000, 999_999)}`) {
  const paid = { amount: "500", method: "mobile_money", phone, answer: "The drill" };
  return send(place, new URL(place.demo().payment_link_url).pathname, paid);
}

/** Pays by the demo store's link with play money, and waits until the page says so. */
export async function pay(place: Pick<Place, "url" | "demo">): Promise<void> {
  const { status, next, cookie } = await pressPay(place);
  if (status !== 303) throw new Error(`The payment was answered with ${status}.`);
  let said = "";
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(500)) {
    const answer = await fetch(new URL(next, place.url.replace("127.0.0.1", "localhost")), {
      headers: { cookie },
    });
    said = await answer.text();
    if (said.includes("Paid") || said.includes("Thank you")) return;
  }
  throw new Error(`It was not paid: ${said.replace(/<style.*?<\/style>/gs, "").slice(0, 3_000)}`);
}

function attribute(tag: string, name: string): string {
  const [, value = ""] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? [];
  return value
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}
