import type { ReactNode } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { OpenedForms } from "@/components/dashboard/store-form";
import { readDraft } from "@/lib/auth/stored-draft";

/** Around what a signed-in page shows: its forms say whose they are, and begin with what was kept of them. */
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
