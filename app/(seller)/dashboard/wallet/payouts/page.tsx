import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { currentSeller } from "@/lib/auth/current-seller";
import { listPayouts } from "@/lib/services/payouts/read";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../seller-page";
import { payoutsPath, walletPath } from "../paths";
import { PayoutTable } from "../payout-table";

export const metadata: Metadata = { title: "Payouts" };

const perPage = 25;
type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function PayoutsPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const asked = String((await searchParams).page ?? "");
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1;
  const which = { skip: (page - 1) * perPage, take: perPage };
  const { rows, total } = await listPayouts(systemWorld(), seller.caller(true), which);
  return (
    <SellerPage seller={seller} section="wallet" here="Payouts">
      <PageHeader title="Payouts" purpose="What left the wallet for your own accounts." />
      {rows.length > 0 ? (
        <PayoutTable rows={rows} timeZone={seller.store.timeZone} />
      ) : (
        <EmptyState
          sentence="Nothing was paid out yet."
          action={<ButtonLink href={walletPath}>To the wallet</ButtonLink>}
        />
      )}
      <Pagination
        page={page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={(number) => `${payoutsPath}?page=${number}`}
      />
    </SellerPage>
  );
}
