import { createHash } from "node:crypto";
import { z } from "zod";
import type { CallbackVerdict, RawCallback } from "../port";
import type { Op } from "./statuses";

/** MTN's callbacks may contain no id of ours, so their address names the object. */
export function callbackTo(callbackUrl: string, op: Op, id: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set("op", op);
  url.searchParams.set("ref", id);
  return url.href;
}

/**
 * Sent once and unsigned: only a hint to poll. The dedupe key covers the bytes, so that a forgery hides no true
 * callback.
 */
export function parseCallback({ query, body }: RawCallback): CallbackVerdict {
  const verdict = { authentic: true, auth: "none" as const };
  const about = aboutShape.safeParse({ op: query.get("op"), ref: query.get("ref") });
  if (!about.success) return { ...verdict, events: [], reply: { status: 400 } };
  const { op, ref } = about.data;
  const proof = createHash("sha256").update(body).digest("hex");
  const event = { op, ourId: ref, railRef: ref, dedupeKey: `${op}:${ref}:${proof}` };
  return { ...verdict, events: [event], reply: { status: 200 } };
}

const aboutShape = z.object({ op: z.enum(["charge", "payout", "refund"]), ref: z.uuid() });
