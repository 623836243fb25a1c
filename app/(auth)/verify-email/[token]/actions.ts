"use server";

import { z } from "zod";
import { done } from "@/lib/auth/flash";
import { textField } from "@/lib/auth/guarded-action";
import { personForm } from "@/lib/auth/person-action";
import { isKnownHere } from "@/lib/auth/session";
import { confirmAddress } from "@/lib/services/people/accounts/verify-address";
import { visitorWords } from "../../visitor-words";

export const confirmAddressAction = personForm(
  z.object({ token: textField, password: textField }),
  async ({ user }, { token, password }, world) => {
    await confirmAddress(world, user.id, token, { isKnown: await isKnownHere(), password });
    return done("/dashboard/account", (await visitorWords()).text("confirmAddressDone"));
  },
);
