"use server";

import { z } from "zod";
import { fieldOf } from "@/lib/auth/form-fields";
import { personButton } from "@/lib/auth/guarded-action";
import { storeVisitorLanguage } from "@/lib/auth/request";
import { dashboardLanguages } from "@/lib/domain/languages";
import { chooseLanguage } from "@/lib/services/people/accounts/person";

// Only pages of the dashboard and of the operator, so that a foreign form cannot redirect anybody elsewhere.
const path = /^\/(?:dashboard|ops)(?:\/[\w.-]+)*$/;
const Choice = z.object({ language: z.enum(dashboardLanguages) });

/** Shows the current page again in the chosen language. */
export async function chooseLanguageAction(form: FormData): Promise<void> {
  const back = fieldOf(form, "back");
  const to = path.test(back) ? back : "/dashboard";
  return personButton(to, Choice, async ({ user }, { language }, world) => {
    await chooseLanguage(world, { userId: user.id }, language);
    // The pages for people who are not signed in use the same language.
    await storeVisitorLanguage(language);
    return { to };
  })(form);
}
