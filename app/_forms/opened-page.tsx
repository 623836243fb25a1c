import type { ReactNode } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { OpenedForms } from "@/components/dashboard/store-form";
import { readDraft } from "@/lib/auth/stored-draft";

/** Around a signed-in page: its forms name their user, and start with their stored draft. */
export async function OpenedPage({
  userId,
  storeId,
  words,
  children,
}: {
  userId: number;
  storeId: number | null;
  words: DashboardWords;
  children: ReactNode;
}) {
  const values = await readDraft({ userId, storeId });
  const draft = values && { values, title: words.text("draftKept"), text: words.text("draftKeptMeans") };
  return <OpenedForms opened={{ store: storeId, person: userId, draft }}>{children}</OpenedForms>;
}
