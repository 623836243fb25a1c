import { createHash } from "node:crypto";
import { Invalid, Refusal, say } from "@/lib/domain/refusal";
import {
  answerOnce,
  type Claim,
  claimKey,
  type Kept,
  noteStep,
  releaseKey,
  storeAnswer,
} from "@/lib/services/core/idempotency/claim";
import type { Caller, World } from "@/lib/services/core/world";
import type { EndpointFacts, Once } from "./definition";

export interface Attempt {
  world: World;
  once: Once;
}

export interface Answered extends Kept {
  replayed: boolean;
}

interface KeyedRequest {
  method: string;
  /** Including its query. */
  path: string;
  key: string;
  body: Uint8Array;
}

/**
 * Runs `work` so that a repetition with the same Idempotency-Key gets the same bytes and has no second effect.
 * Successes and the refusals that the endpoint declares are stored; after any other failure the key can be used again.
 * `refused` turns a thrown error into its answer.
 */
export async function runIdempotent(
  facts: EndpointFacts,
  world: World,
  caller: Caller,
  request: KeyedRequest,
  work: (attempt: Attempt) => Promise<Kept>,
  refused: (error: unknown) => Promise<Kept>,
): Promise<Answered> {
  const key = checkedKey(request.key);
  const found = await claimKey(world, caller, key, fingerprintOf(request));
  if ("kept" in found) return { ...found.kept, replayed: true };
  const { claim } = found;
  try {
    return { ...(await carryOut(facts, world, claim, work)), replayed: false };
  } catch (error) {
    if (!(error instanceof Refusal && facts.errors?.includes(error.code))) {
      await releaseKey(world, claim).catch(() => {});
      throw error;
    }
    const answer = await refused(error);
    await storeAnswer(world, claim, answer);
    return { ...answer, replayed: false };
  }
}

async function carryOut(
  facts: EndpointFacts,
  world: World,
  claim: Claim,
  work: (attempt: Attempt) => Promise<Kept>,
): Promise<Kept> {
  if (!facts.callsOut)
    return answerOnce(world, claim, (joined) => work({ world: joined, once: (step) => step(joined) }));
  const answer = await work({ world, once: (step) => noteStep(world, claim, step) });
  await storeAnswer(world, claim, answer);
  return answer;
}

/** 1 to 255 printable ASCII characters. */
function checkedKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new Invalid({ "Idempotency-Key": [say("idempotency_key")] });
}

function fingerprintOf({ method, path, body }: KeyedRequest): Uint8Array {
  const bodyHash = createHash("sha256").update(body).digest("hex");
  return createHash("sha256").update(`${method} ${path}\n${bodyHash}`).digest();
}
