import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listPayouts } from "@/lib/services/money/out/payouts/read";
import { SellerPage } from "../../seller-page";
import { pageLabels, titled, wordsFor } from "../../words";
import { payoutsPath, walletPath } from "../paths";
import { PayoutTable } from "../payout-table";

export const generateMetadata = titled("payouts");

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function PayoutsPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const asked = String((await searchParams).page ?? "");
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
  const which = { skip: (page - 1) * perPage, take: perPage };
  const { rows, total } = await listPayouts(systemWorld(), seller.caller(true), which);
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <SellerPage seller={seller} section="wallet" here={words.text("payouts")}>
      <PageHeader title={words.text("payouts")} purpose={words.text("payoutsPurpose")} />
      {rows.length > 0 ? (
        <PayoutTable rows={rows} timeZone={seller.store.timeZone} words={words} />
      ) : (
        <EmptyState
          sentence={words.text("noPayout")}
          action={<ButtonLink href={walletPath}>{words.text("toWallet")}</ButtonLink>}
        />
      )}
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total)}
        hrefOf={(number) => `${payoutsPath}?page=${number}`}
      />
    </SellerPage>
  );
}
