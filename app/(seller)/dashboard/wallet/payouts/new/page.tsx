import { FieldForm } from "@/app/_forms/field-form";
import { TextLink } from "@/components/dashboard/pieces";
import { EmptyState, Notice } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { payoutFeeText } from "@/lib/domain/fees";
import { formatMoney } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { debtBar, largestFor, payoutBar } from "@/lib/services/money/out/payouts/quote";
import {
  type DestinationView,
  listDestinations,
  readDestination,
} from "@/lib/services/money/out/payouts/read";
import { problemText } from "@/lib/text/problem";
import { accountsPath, verificationPath, walletPath } from "../../../paths";
import { SellerPage, sellerPage } from "../../../seller-page";
import { type AtStore, titled } from "../../../words";
import { choosePayoutAction } from "../../actions";

export const generateMetadata = titled("payOut");

/** First screen: how much, and where to. Nothing is written yet. */
export default sellerPage("wallet", async (who) => {
  const { seller, world, caller, words } = who;
  const [destinations, debt] = await Promise.all([
    listDestinations(world, caller),
    debtBar(world.db, seller.store.id),
  ]);
  const closed = payoutBar(seller.store);
  const why = closed ? say(`payout_${closed}`) : debt;
  const bar = seller.role === "owner" ? why && problemText(words.lang, why) : words.text("onlyOwnerPaysOut");
  const back = <ButtonLink href={walletPath}>{words.text("backToWallet")}</ButtonLink>;
  return (
    <SellerPage
      {...who}
      here={words.text("payOut")}
      title={words.text("payOut")}
      purpose={words.text("payOutPurpose")}
    >
      {bar ? (
        <div className="grid gap-4">
          <Notice tone="warn" title={bar}>
            {closed === "unverified" && may(seller.role, "store.verification") ? (
              <TextLink href={verificationPath}>{words.text("verify")}</TextLink>
            ) : null}
          </Notice>
          <div>{back}</div>
        </div>
      ) : destinations.length === 0 ? (
        <EmptyState
          sentence={words.text("addFirst")}
          action={<ButtonLink href={`${accountsPath}/new`}>{words.text("addAnAccount")}</ButtonLink>}
        />
      ) : (
        <ChooseForm who={who} destinations={destinations} />
      )}
    </SellerPage>
  );
});

async function ChooseForm({ who, destinations }: { who: AtStore; destinations: DestinationView[] }) {
  const { seller, words, world, caller } = who;
  const [first] = destinations;
  if (!first) return null;
  const largestMinor = await largestFor(world, caller, await readDestination(world, caller, first.id));
  const largest = formatMoney({ minor: largestMinor, currency: first.currency }, words.lang);
  return (
    <FieldForm
      action={choosePayoutAction}
      submit={words.text("continue")}
      note={<ButtonLink href={walletPath}>{words.text("backToWallet")}</ButtonLink>}
      fields={[
        {
          kind: "text",
          name: "amount",
          label: words.text("amountIn", { currency: first.currency }),
          inputMode: "decimal",
          help: words.text("payOutHelp", {
            largest,
            fee: payoutFeeText(seller.store.plan, first.currency, words.lang),
          }),
        },
        {
          ...{ kind: "boxes", name: "all", label: words.text("orAll"), value: [] },
          options: [{ value: "1", label: words.text("allOfIt") }],
        },
        {
          kind: "select",
          name: "destination",
          label: words.text("toWhom"),
          value: String(first.id),
          options: destinations.map(({ id, label }) => ({ value: String(id), label })),
        },
      ]}
    />
  );
}
