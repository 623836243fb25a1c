"use server";

import { z } from "zod";
import { idField, sellerButton } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { changeRecurring } from "@/lib/services/billing/recurring/recurring";
import { wordsFor } from "../../words";
import { recurringPath } from "./words";

const Change = z.object({ id: idField, change: z.enum(["pause", "resume", "end"]) });

export const changeRecurringAction = sellerButton(
  recurringPath,
  Change,
  async (seller, { id, change }, world) => {
    const { endedAt } = await changeRecurring(world, seller.caller(true), id, change);
    // A press of an older page changes nothing that has ended, and says so.
    return done(`${recurringPath}/${id}`, wordsFor(seller).text(`recurringNow_${endedAt ? "end" : change}`));
  },
);
