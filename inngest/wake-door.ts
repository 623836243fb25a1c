import { env } from "@/lib/env";
import { wakeLocalClock } from "@/lib/providers/wake";
import { sameSecret } from "./signature";

export const wakePath = "/api/inngest/e/";

/**
 * Where another program on this machine wakes the clock of this process, by the call with which it would wake a real Inngest
 * server: `POST /api/inngest/e/{INNGEST_EVENT_KEY}` with `{ name: "sente/webhooks.due" }`, or a list of such.
 */
export async function answerWake(request: Request, key: string): Promise<Response> {
  const answer = (status: number) =>
    Response.json({ ids: [], status }, { status, headers: { "Cache-Control": "no-store" } });
  if (request.method !== "POST" || !sameSecret(key, env().INNGEST_EVENT_KEY ?? "")) return answer(404);
  const said: unknown = await request.json().catch(() => null);
  for (const one of [said].flat()) {
    const topic = /^sente\/(\w+)\.due$/.exec(String((one as { name?: unknown } | null)?.name))?.[1];
    if (topic && !wakeLocalClock(topic)) return answer(404);
  }
  return answer(200);
}
