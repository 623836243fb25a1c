"use server";

import { z } from "zod";
import { idField, sellerButton } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { deletePaymentLink, updatePaymentLink } from "@/lib/services/catalog/payment-links/change";
import { whateverShown } from "@/lib/services/core/shown";
import { wordsFor } from "../words";
import { linkPath, linksPath } from "./link";

const OfLink = z.object({ id: idField });
const Switch = z.object({ id: idField, active: z.enum(["yes", "no"]) });

export const switchLinkAction = sellerButton(linksPath, Switch, async (seller, { id, active }, world) => {
  const isActive = active === "yes";
  const row = await updatePaymentLink(world, whateverShown(seller.caller(true)), id, { is_active: isActive });
  return done(
    linkPath(id),
    wordsFor(seller).text(isActive ? "linkTakesAgain" : "linkPaused", { title: row.title }),
  );
});

export const deleteLinkAction = sellerButton(linksPath, OfLink, async (seller, { id }, world) => {
  await deletePaymentLink(world, seller.caller(true), id);
  return done(linksPath, wordsFor(seller).text("linkDeleted"));
});
