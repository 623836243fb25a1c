import { reasonOf } from "./ask.mjs";
import { plain } from "./plain.mjs";

const answerWithinMs = 15_000;
const shown = 300;

/** Posts an event as the service would have: the same bytes and headers. Gives a line or two about the answer. */
export async function forward(event, url) {
  const startedAt = performance.now();
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: event.headers,
      body: event.body,
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const text = plain(await answer.text())
      .trim()
      .slice(0, shown);
    const line = `${answer.status} ${plain(answer.statusText)}`.trim();
    return said(event, `${line} in ${Math.round(performance.now() - startedAt)} ms`, text);
  } catch (error) {
    return said(
      event,
      `not taken: ${reasonOf(error)}`,
      `Send it again: sente resend ${event.id} --forward-to ${url}`,
    );
  }
}

function said(event, outcome, more) {
  const time = new Date().toTimeString().slice(0, 8);
  return `${time}  ${event.type}  ${event.id}  → ${outcome}${more ? `\n          ${more.replaceAll("\n", "\n          ")}` : ""}`;
}
