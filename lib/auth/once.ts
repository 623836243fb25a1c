import { z } from "zod";
import { dashboardLanguage } from "@/lib/domain/languages";
import { pressedField } from "@/lib/domain/opened-for";
import { Invalid, NotFound, Refusal, say } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { beginPress, endPress, forgetPress, type Press } from "@/lib/services/people/drafts/presses";
import { wordsIn } from "@/lib/text/words";
import { done, type Flash } from "./sealed-cookie";
import { currentSession } from "./session";

/** The successful end of an action: another page with a sentence, or a result on the same page. */
export type Led = { to: string; flash?: Flash };
export type Ending<Result> = Led | { result: Result };

/** A bad line may bring a press twice, or lose its answer, so its page sends it again: it is done once. */
export async function once<E extends Ending<unknown>>(
  sent: Record<string, string[]>,
  language: string,
  world: World,
  work: () => Promise<E>,
): Promise<E | { to: string; flash: Flash }> {
  const press = await pressOf(sent[pressedField]?.[0]);
  if (!press) return work();
  const before = await beginPress(world, press);
  if (before?.is === "done" && before.ledTo) return done(before.ledTo, savedBefore(language));
  if (before) throw new Invalid({ form: [say(before.is === "void" ? "nothing_changed" : "press_unknown")] });
  try {
    const ending = await work();
    await endPress(world, press, "to" in ending ? ending.to : null);
    return ending;
  } catch (error) {
    // After any other error nobody knows what was changed.
    if ([Invalid, Refusal, NotAllowed, NotFound].some((kind) => error instanceof kind))
      await forgetPress(world, press);
    throw error;
  }
}

/** The press that a form of a signed-in person names; null where it names none. */
export async function pressOf(token: unknown): Promise<Press | null> {
  const parsed = z.uuid().safeParse(token);
  const session = parsed.success ? await currentSession() : null;
  return parsed.success && session ? { userId: session.user.id, token: parsed.data } : null;
}

export function savedBefore(language: string): string {
  return wordsIn(dashboardLanguage(language) ?? "en", "seller").text("savedBefore");
}
