import { z } from "zod";
import type { Answer, Call, Client } from "./client";

/** A token, and until when it is used: a while before its end. */
interface Bearer {
  value: string;
  untilMs: number;
}

/** Where a token is asked for. `marginMs`: it is not used in its last moments. `stale`: how one that is over is refused. */
interface Asked {
  call: Call;
  marginMs: number;
  stale: readonly number[];
}

/** A client whose calls carry a token, which is fetched when needed and kept for its lifetime. */
export function withTokens<C extends Client>(client: C, asked: Asked): C {
  let kept: Bearer | null = null;
  let asking: Promise<Bearer | Answer> | null = null;
  const tokenOf = async (): Promise<Bearer | Answer> => {
    if (kept && client.now().getTime() < kept.untilMs) return kept;
    asking ??= fetchToken(client, asked).finally(() => {
      asking = null;
    });
    const found = await asking;
    kept = "value" in found ? found : null;
    return found;
  };
  return {
    ...client,
    async call(call) {
      const token = await tokenOf();
      if (!("value" in token)) return withoutToken(call, token);
      const first = await client.call({ ...carrying(call, token), mayBeStale: asked.stale });
      if (first.kind === "lost" || !asked.stale.includes(first.status)) return first;
      // A token may expire early. A refused call had no effect, so it is repeated once with a new token.
      kept = null;
      const fresh = await tokenOf();
      return "value" in fresh ? client.call(carrying(call, fresh)) : withoutToken(call, fresh);
    },
  };
}

/** Without a token nothing is sent: a new operation fails, and the state of an earlier one stays unknown. */
function withoutToken(call: Call, answer: Answer): Answer {
  if (answer.kind === "lost") return { ...answer, unsent: true };
  return call.initiate ? answer : { kind: "lost" };
}

function carrying(call: Call, token: Bearer): Call {
  return { ...call, headers: { ...call.headers, authorization: `Bearer ${token.value}` } };
}

/** The token, or the failed answer: then no operation was requested. */
async function fetchToken(client: Client, { call, marginMs }: Asked): Promise<Bearer | Answer> {
  const answer = await client.call(call);
  if (answer.kind === "lost") return answer;
  // Some say wrong keys so; the statuses that always mean it were told already.
  if (answer.status === 400) client.anomaly("refused", `${call.method} ${call.path}: HTTP 400`);
  if (answer.status >= 400) return answer;
  const found = tokenShape.safeParse(answer.body);
  if (found.success) {
    const { access_token, expires_in } = found.data;
    return { value: access_token, untilMs: client.now().getTime() + expires_in * 1000 - marginMs };
  }
  client.anomaly("unreadable", `${call.method} ${call.path}: no token`);
  return { kind: "lost" };
}

const tokenShape = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
