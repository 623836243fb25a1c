import type { ReactNode } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState, PageHeader } from "@/components/ui/blocks";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { type Action, mayDo, mayRead, refusalFor } from "@/lib/domain/roles";
import { problemText } from "@/lib/text/problem";
import { readableOf, type Section, SellerPage, titleOf } from "./seller-page";
import { wordsFor } from "./words";

/** A page of a section that not every role reads: others see why not. The verbs behind it check the role too. */
export function onlyReaders<Props extends unknown[]>(
  section: Section,
  page: (...props: Props) => Promise<ReactNode>,
) {
  return async function OnlyReaders(...props: Props): Promise<ReactNode> {
    const seller = await currentSeller();
    const what = readableOf(section);
    if (what === null || mayRead(seller.role, what)) return page(...props);
    const words = wordsFor(seller);
    return (
      <SellerPage seller={seller} section={section}>
        <NotShown title={titleOf(section, words)} words={words} />
      </SellerPage>
    );
  };
}

/** In place of a page that somebody's role does not show. */
export function NotShown({ title, words }: { title: string; words: DashboardWords }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState sentence={words.text("roleNotShown")} />
    </>
  );
}

/**
 * Content for the roles that may use it. Others do not see it, or with `aloud` read who may, on a page about
 * nothing else. The verb behind it checks the role too.
 */
export function Allowed({
  seller,
  act,
  aloud = false,
  children,
}: {
  seller: CurrentSeller;
  act: Action;
  aloud?: boolean;
  children: ReactNode;
}) {
  if (mayDo(seller, act)) return children;
  if (!aloud) return null;
  const why = problemText(wordsFor(seller).lang, refusalFor(act));
  return <p className="border-t border-rule py-4 text-ink-2">{why}</p>;
}
