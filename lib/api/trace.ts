import { clientAddress } from "@/lib/domain/address-block";
import { composeId } from "@/lib/domain/token";
import { currentRequest, inRequest } from "@/lib/providers/request-context";
import type { World } from "@/lib/services/core/world";
import { logRequest } from "@/lib/services/hooks/request-log/log-request";
import type { RawDetails } from "@/lib/services/hooks/request-log/read";
import type { KeyHolder } from "@/lib/services/people/keys/identify";
import { type Answer, type AnswerHeaders, BrokenContract, errorAnswer } from "./answers";

/** The facts about a request while it is answered. */
export interface Trace {
  requestId: string;
  /** Of the answer. */
  headers: AnswerHeaders;
  /** The holder of its key, once that is known. */
  holder: KeyHolder | null;
  /** The body, once it was read. */
  sent: Uint8Array | null;
}

/** Runs `work` with fresh headers and a request id; any thrown error becomes an answer. */
export async function guarded(
  world: World,
  request: Request,
  work: (trace: Trace) => Promise<Answer>,
): Promise<Answer> {
  const startedMs = performance.now();
  const requestId = requestIdOf(world);
  const trace: Trace = { requestId, headers: { "Request-Id": requestId }, holder: null, sent: null };
  const answer = await inRequest(requestId, () => answered(world, request, trace, work));
  note(world, request, trace, answer, performance.now() - startedMs);
  return answer;
}

/** The id that the server gave the request; a new one where there is none. */
export function requestIdOf(world: World): string {
  return currentRequest() ?? composeId("req_", world.clock.now().getTime(), world.random.bytes(24));
}

async function answered(
  world: World,
  request: Request,
  trace: Trace,
  work: (trace: Trace) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work(trace);
  } catch (error) {
    // Our own bug: thrown where developers see it.
    if (error instanceof BrokenContract) throw error;
    return errorAnswer(world, request, trace.requestId, error, trace.headers);
  }
}

/** One line of the log for the seller. A read that succeeded is logged without its query and its answer. */
function note(world: World, request: Request, trace: Trace, answer: Answer, durationMs: number): void {
  if (!trace.holder) return;
  logRequest(world, {
    storeId: trace.holder.caller.storeId,
    livemode: trace.holder.caller.livemode,
    keyId: trace.holder.keyId,
    requestId: trace.requestId,
    method: request.method,
    path: new URL(request.url).pathname,
    status: answer.status,
    durationMs: Math.round(durationMs),
    createdAt: world.clock.now(),
    details: hasDetails(request.method, answer.status) ? detailsOf(request, trace, answer) : null,
  });
}

/** Writes, and what was refused or failed; but not what was too much, because there may be any amount of it. */
function hasDetails(method: string, status: number): boolean {
  if (status >= 400) return status !== 429;
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}

function detailsOf(request: Request, { sent }: Trace, { text }: Answer): RawDetails {
  return {
    query: new URL(request.url).search.slice(1),
    address: clientAddress(request.headers),
    keyLast4: (request.headers.get("authorization") ?? "").trim().slice(-4),
    sent,
    answered: text,
  };
}
