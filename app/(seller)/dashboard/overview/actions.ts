"use server";

import { z } from "zod";
import { sellerButton } from "@/lib/auth/guarded-action";
import { markSetup } from "@/lib/services/catalog/stores/update-store";

const Marked = z.object({ mark: z.enum(["shared", "away"]) });

export const markSetupAction = sellerButton("/dashboard", Marked, async (seller, { mark }, world) => {
  await markSetup(world, seller.caller(true), mark);
  return { to: "/dashboard" };
});
