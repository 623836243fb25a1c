import { setTimeout as sleep } from "node:timers/promises";
import { signatureOf } from "@/inngest/signature";
import type { OperatorEnv } from "@/lib/env";
import { say } from "../steps";

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/**
 * Makes the app register its functions with the operator's own Inngest server, and repeats until it succeeds. The app
 * does so only for a caller with the signing key; for a dev server, which has none, no key is needed.
 */
export async function registerFunctions(
  settings: OperatorEnv,
  appUrl: string,
  pauseMs = firstPauseMs,
): Promise<void> {
  const { INNGEST_SIGNING_KEY, INNGEST_DEV } = settings;
  if (!INNGEST_SIGNING_KEY && !INNGEST_DEV) {
    say("Inngest", "set INNGEST_SIGNING_KEY: without it the server is not told of our functions");
    return;
  }
  let said = "";
  for (let pause = pauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const problem = await register(appUrl, INNGEST_SIGNING_KEY);
    if (problem !== said)
      say("Inngest", problem === "" ? "knows our functions" : `does not know our functions yet: ${problem}`);
    if (problem === "") return;
    said = problem;
    await sleep(pause, undefined, { ref: false });
  }
}

/** What prevents it, or an empty text. */
async function register(appUrl: string, signingKey: string | undefined): Promise<string> {
  const body = "{}";
  const headers = new Headers({ "content-type": "application/json" });
  if (signingKey) headers.set("x-inngest-signature", signatureOf(body, signingKey, Date.now()));
  try {
    const answer = await fetch(appUrl, {
      method: "PUT",
      headers,
      body,
      signal: AbortSignal.timeout(30_000),
    });
    return answer.ok ? "" : `the app answered ${answer.status} ${messageIn(await answer.text())}`.trim();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text);
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}
