"use server";

import { z } from "zod";
import { dashboardLanguageOf, dashboardWords } from "@/components/dashboard/messages/words";
import { done } from "@/lib/auth/flash";
import { publicForm, textField } from "@/lib/auth/guarded-action";
import { currentSession } from "@/lib/auth/session";
import { NotFound } from "@/lib/domain/refusal";
import { confirmEmailChange, readEmailChange } from "@/lib/services/people/accounts/change-email";

/**
 * The button on the link's page. A browser that is signed in as this person stays signed in; all others are signed out.
 */
export const confirmEmailAction = publicForm(z.object({ token: textField }), async ({ token }, world) => {
  const session = await currentSession();
  const change = await readEmailChange(world, token);
  if (!change) throw new NotFound();
  const { userId } = await confirmEmailChange(world, token, { sessionId: session?.id ?? null });
  const words = dashboardWords(dashboardLanguageOf(change.language));
  const text = words.text("emailChanged", { email: change.email });
  return session?.user.id === userId
    ? done("/dashboard/account", text)
    : done("/sign-in", words.text("emailChangedSignIn"));
});
