"use server";

import { z } from "zod";
import { done } from "@/lib/auth/flash";
import type { FormState } from "@/lib/auth/form-state";
import { textField } from "@/lib/auth/guarded-action";
import { personForm } from "@/lib/auth/person-action";
import { confirmAddress } from "@/lib/services/people/accounts/verify-address";
import { visitorWords } from "../../visitor-words";

export async function confirmAddressAction(previous: FormState, form: FormData): Promise<FormState> {
  return personForm(previous, form, z.object({ token: textField }), async ({ user }, { token }, world) => {
    await confirmAddress(world, user.id, token);
    return done("/dashboard/account", (await visitorWords()).text("confirmAddressDone"));
  });
}
