import type { Access, AccessSubject } from "./access.ts";
import { isOutage } from "./errors.ts";
import type { AccessResult } from "./types.ts";

/** Why somebody is not let in: nobody is signed in, they have not paid, or the API could not be asked. */
export interface NotLetIn {
  status: 401 | 402 | 503;
  message: string;
  /** What the API said; null where it was not asked, or did not answer. */
  answer: AccessResult | null;
}

/** Null for who may in. A refusal of the API, such as a wrong key, is thrown: it is about your server, not about them. */
export async function refusalOf(access: Access, subject: AccessSubject | null): Promise<NotLetIn | null> {
  if (!subject?.ref && !subject?.email) return { status: 401, message: "Sign in first.", answer: null };
  const answer = await access.check(subject).catch((error: unknown) => {
    if (isOutage(error)) return null;
    throw error;
  });
  if (answer === null)
    return { status: 503, message: "We cannot check your subscription right now. Try again.", answer };
  return answer.has_access ? null : { status: 402, message: "This needs a subscription.", answer };
}
