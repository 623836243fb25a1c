import { redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts } from "@/components/dashboard/pieces";
import { Facts, Notice } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { formatMoney } from "@/lib/domain/money";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { composeUuid, isUuidV4, rowIdOf } from "@/lib/domain/token";
import { sealShown } from "@/lib/services/core/shown";
import { type PayoutQuote, payoutShown, quotePayout } from "@/lib/services/money/out/payouts/quote";
import { isPayout } from "@/lib/services/money/out/payouts/read";
import { payoutPath, payoutsPath } from "../../../paths";
import { SellerPage, sellerPage } from "../../../seller-page";
import { refusedText, titled } from "../../../words";
import { payoutAction } from "../../actions";

export const generateMetadata = titled("confirmPayout");

/** Second screen: what the payout does, and the password. The form's id makes pressing twice one payout. */
export default sellerPage("wallet", async (who, { search }) => {
  const { seller, world, caller, words } = who;
  const one = (name: string) => (typeof search[name] === "string" ? search[name] : "");
  const id = isUuidV4(one("id")) ? one("id") : composeUuid(world.random.bytes(16));
  if (await isPayout(world, caller, id)) redirect(payoutPath(id));
  const destinationId = rowIdOf(one("destination"));
  const input = { destinationId, amount: one("amount"), language: words.lang };
  const quote = await quotePayout(world, caller, input).catch((error: unknown) => {
    if (error instanceof Invalid || error instanceof NotFound) return error;
    throw error;
  });
  const change = <ButtonLink href={`${payoutsPath}/new`}>{words.text("chooseAgain")}</ButtonLink>;
  return (
    <SellerPage {...who} here={words.text("payOut")} title={words.text("confirmPayout")}>
      {quote instanceof Error ? (
        <div className="grid gap-4">
          <Notice tone="bad" title={refusedText(quote, words)} />
          <div>{change}</div>
        </div>
      ) : (
        <div className="grid gap-6">
          <Effect quote={quote} words={words} />
          <FieldForm
            action={payoutAction}
            submit={words.text("payOutAmount", {
              amount: formatMoney({ minor: quote.amountMinor, currency: quote.currency }, words.lang),
            })}
            hidden={{
              id,
              destination: String(destinationId),
              amount: input.amount,
              seen: sealShown(world, `payout/${id}`, payoutShown(quote)),
            }}
            fields={proofSpecs(words, seller.user)}
            note={change}
          />
        </div>
      )}
    </SellerPage>
  );
});

function Effect({ quote, words }: { quote: PayoutQuote; words: DashboardWords }) {
  const { destination, currency, amountMinor, feeMinor, availableMinor } = quote;
  const money = (minor: bigint) => <Amount lang={words.lang} minor={minor} currency={currency} />;
  return (
    <div className="max-w-[40rem]">
      <Facts
        items={facts(words, {
          toWhom: <bdi className="wrap-anywhere">{destination.label}</bdi>,
          inNameOf: <bdi className="wrap-anywhere">{destination.accountName}</bdi>,
          reachesAccount: money(amountMinor),
          fee: money(feeMinor),
          leavesWallet: <strong>{money(amountMinor + feeMinor)}</strong>,
          staysAvailable: money(availableMinor - amountMinor - feeMinor),
          arrives: words.text(`arrives_${destination.kind}`),
        })}
      />
    </div>
  );
}
