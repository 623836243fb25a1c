"use server";

import { z } from "zod";
import { draftPage } from "@/lib/auth/form-draft";
import { sellerButton } from "@/lib/auth/guarded-action";
import { draftFields } from "@/lib/domain/opened-for";
import { closeFormDraft } from "@/lib/services/people/drafts/drafts";

const Discarded = z.object({ [draftFields.page]: draftPage, [draftFields.opening]: z.string().max(36) });

/** Forgets what was typed, and shows the form empty. */
export const discardDraftAction = sellerButton("/dashboard", Discarded, async (seller, sent, world) => {
  const page = sent[draftFields.page];
  await closeFormDraft(world, seller.caller(true), { page, opening: sent[draftFields.opening] });
  return { to: `/dashboard/${page}` };
});
