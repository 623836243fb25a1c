import type { ReactNode } from "react";
import { currentSeller } from "@/lib/auth/current-seller";
import { mayRead } from "@/lib/domain/roles";
import { NotShown } from "./not-shown";
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
