"use server";

import { z } from "zod";
import { done } from "@/lib/auth/flash";
import { textField } from "@/lib/auth/guarded-action";
import { personForm } from "@/lib/auth/person-action";
import { confirmAddress } from "@/lib/services/people/accounts/verify-address";
import { visitorWords } from "../../visitor-words";

export const confirmAddressAction = personForm(
  z.object({ token: textField }),
  async ({ user }, { token }, world) => {
    await confirmAddress(world, user.id, token);
    return done("/dashboard/account", (await visitorWords()).text("confirmAddressDone"));
  },
);
