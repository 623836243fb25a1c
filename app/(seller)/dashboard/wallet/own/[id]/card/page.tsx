import { notFound } from "next/navigation";
import { Notice, PageHeader } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Select } from "@/components/ui/field";
import { formatMoney } from "@/lib/domain/money";
import { within } from "@/lib/providers/turns";
import { listPaymentLinks } from "@/lib/services/catalog/payment-links/read";
import { numberOf } from "@/lib/services/catalog/till/account-numbers";
import { payCodeOf } from "@/lib/services/catalog/till/pay-code";
import { ownAccountPath } from "../../../../paths";
import { SellerPage, sellerPage } from "../../../../seller-page";
import { titled } from "../../../../words";
import { ownAccount } from "../../own";

export const generateMetadata = titled("cardTitle");

/** How long the page waits for the rail's code. */
const patienceMs = 2_500;
const linksMax = 50;

/** "Pay at paybill 400200", to be printed: for anything, or for a link with its account number, its amount and a code to scan. */
export default sellerPage("own", async (who, { id, search }) => {
  const { seller, world, caller, words } = who;
  const { till, label, key } = await ownAccount.find(seller, id, search);
  if (!till) notFound();
  const { store } = seller;
  const page = { skip: 0, take: linksMax };
  const { rows } = await listPaymentLinks(world, caller, { isActive: true }, page);
  const links = rows.filter((one) => one.amountMinor !== null && one.currency === store.currency);
  const link = links.find((one) => String(one.id) === search.link);
  const amount = link && { minor: link.amountMinor ?? 0n, currency: link.currency };
  const account = link && (await numberOf(world, store.id, { kind: "link", id: link.id }));
  const wish = amount && account && { name: store.name, reference: account, amount };
  const code = wish && (await within(patienceMs, payCodeOf(world, store, wish), () => null));
  return (
    <SellerPage {...who} here={label}>
      <div className="print:hidden">
        <PageHeader title={words.text("cardTitle")} purpose={words.text("cardPurpose")} />
      </div>
      {till.isHeard ? (
        <div className="grid max-w-[30rem] gap-6">
          <form method="get" className="flex flex-wrap items-end gap-3 print:hidden">
            <Select
              {...{ name: "link", label: words.text("cardFor"), defaultValue: link ? String(link.id) : "" }}
              options={[
                { value: "", label: words.text("cardAnything") },
                ...links.map((one) => ({ value: String(one.id), label: one.title })),
              ]}
            />
            <Button>{words.text("cardShow")}</Button>
            <ButtonLink href={ownAccountPath(key)}>{words.text("ownBack")}</ButtonLink>
          </form>
          <div className="grid justify-items-center gap-2 rounded-sm border-2 border-ink bg-sheet p-6 text-center">
            <p className="wrap-anywhere text-title font-semibold">
              <bdi>{link?.title ?? store.name}</bdi>
            </p>
            <p className="text-touch">{words.text(`cardAt_${till.kind}`)}</p>
            <p className="text-[3rem] leading-none font-bold tabular-nums">{till.number}</p>
            {till.kind === "paybill" ? (
              <p className="text-touch font-medium">
                {account ? words.text("cardAccount", { account }) : words.text("cardAsk")}
              </p>
            ) : null}
            {amount ? <p className="text-title">{formatMoney(amount, words.lang)}</p> : null}
            {code ? (
              <img
                alt={words.text("cardCode")}
                src={`data:image/png;base64,${code.toString("base64")}`}
                width={240}
                height={240}
                className="bg-white"
              />
            ) : null}
          </div>
        </div>
      ) : (
        <Notice tone="warn" title={words.text("tillUnheard")}>
          {words.text("tillUnheardHow")}
        </Notice>
      )}
    </SellerPage>
  );
});
