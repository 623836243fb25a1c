import { z } from "zod";
import { systemWorld } from "@/lib/services/desk/system-world";
import { guessTimeZone } from "@/lib/services/people/accounts/person";
import type { SignedIn } from "@/lib/services/people/accounts/verify-password";
import { sealedCookie } from "./sealed-cookie";
import { startSession } from "./session";
import { waitingDraft } from "./stored-draft";

const stepSeconds = 10 * 60;

/** A person who has passed the first step and must pass the second. Not signed in yet. */
const Waiting = z.object({
  userId: z.number().int(),
  sessionVersion: z.number().int(),
  next: z.string().nullable(),
});
const waitingCookie = sealedCookie("second-step", Waiting, stepSeconds);

/** The person who must enter a code in this browser, for ten minutes after the first step. */
export const readWaiting = waitingCookie.read;

/**
 * After a password or a mailed link: signs in, or asks for a code first. `zone` is the browser's, "" for unknown.
 * Returns the next page.
 */
export async function afterFirstStep(person: SignedIn, next: string | null, zone = ""): Promise<string> {
  if (!person.needsCode) return afterLastStep(person, next, zone);
  const { userId, sessionVersion } = person;
  await waitingCookie.write({ userId, sessionVersion, next: localPath(next) });
  return "/sign-in/code";
}

/** After all steps: signs in. Returns the next page. */
export async function afterLastStep(person: SignedIn, next: string | null, zone = ""): Promise<string> {
  await startSession(person);
  if (person.isOperator) await guessTimeZone(systemWorld(), person, zone);
  await waitingCookie.clear();
  const draft = await waitingDraft(person.userId);
  return (
    localPath(next) ?? localPath(draft) ?? (person.isOperator && !person.hasStore ? "/ops" : "/dashboard")
  );
}

/** A page of ours that the person requested; any other address is ignored. */
export function localPath(next: string | null | undefined): string | null {
  return next && /^\/(dashboard|ops|invitation|verify-email)(\/[\w\-/]*)?(\?[\w\-.~%=&+]*)?$/.test(next)
    ? next
    : null;
}
