import { randomUUID } from "node:crypto";
import type { ReactNode } from "react";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { type Draft, OpenedForms } from "@/components/dashboard/store-form";
import { Notice, Timestamp } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { readDraft } from "@/lib/auth/stored-draft";
import { draftFields } from "@/lib/domain/opened-for";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readFormDraft } from "@/lib/services/people/drafts/drafts";
import { discardDraftAction } from "./discard-draft";

interface Opening {
  userId: number;
  store: { id: number; timeZone: string } | null;
  words: DashboardWords;
  /** The page below `/dashboard/`, where its form keeps what is typed. */
  keeps?: string | null;
}

/** Around a signed-in page: its forms name their user, and start with what was typed before. */
export async function OpenedPage(props: Opening & { children: ReactNode }) {
  const { userId, store, words, keeps = null, children } = props;
  const storeId = store?.id ?? null;
  const lost = await readDraft({ userId, storeId });
  const opening = randomUUID();
  const last =
    store && keeps && !lost ? await readFormDraft(systemWorld(), { storeId: store.id, userId }, keeps) : null;
  const draft: Draft | null = lost
    ? { values: lost, why: { title: words.text("draftKept"), text: words.text("draftKeptMeans") } }
    : last?.fields
      ? { values: last.fields, why: null }
      : null;
  const keeping = keeps && {
    ...{ page: keeps, opening, last: last?.opening ?? "" },
    ...{ later: words.text("keepForLater"), kept: words.text("typedIsKept") },
  };
  return (
    <OpenedForms opened={{ store: storeId, person: userId, draft, keeping: keeping || null }}>
      {last?.fields && store && keeps ? (
        <TypedBefore keptAt={last.keptAt} timeZone={store.timeZone} {...{ words, opening }} page={keeps} />
      ) : null}
      {children}
    </OpenedForms>
  );
}

function TypedBefore(props: {
  keptAt: Date;
  timeZone: string;
  words: DashboardWords;
  page: string;
  opening: string;
}) {
  const { keptAt, timeZone, words, page, opening } = props;
  const at = <Timestamp at={keptAt} timeZone={timeZone} locale={words.locale} />;
  const fields = { [draftFields.page]: page, [draftFields.opening]: opening };
  return (
    <div className="mb-6">
      <Notice tone="warn" title={words.text("typedBefore")}>
        <p>{words.rich("typedBeforeMeans", { at, days: String(systemWorld().config.retention.drafts) })}</p>
        <ActionForm to={{ action: discardDraftAction, fields }} className="mt-2">
          <Button>{words.text("discardTyped")}</Button>
        </ActionForm>
      </Notice>
    </div>
  );
}
