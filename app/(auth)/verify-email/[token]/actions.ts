"use server";

import { z } from "zod";
import type { FormState } from "@/lib/auth/form-state";
import { textField } from "@/lib/auth/guarded-action";
import { personForm } from "@/lib/auth/person-action";
import { confirmAddress } from "@/lib/services/people/accounts/verify-address";
import { visitorWords } from "../../visitor-words";

export async function confirmAddressAction(previous: FormState, form: FormData): Promise<FormState> {
  return personForm(previous, form, z.object({ token: textField }), async ({ user }, { token }, world) => {
    await confirmAddress(world, user.id, token);
    const text = (await visitorWords()).text("confirmAddressDone");
    return { to: "/dashboard/account", flash: { tone: "ok", text } };
  });
}
