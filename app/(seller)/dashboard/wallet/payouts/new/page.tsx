import { FieldForm } from "@/app/_forms/field-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState, Notice, PageHeader } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { payoutFeeText } from "@/lib/domain/fees";
import { formatMoney } from "@/lib/domain/money";
import { say } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { systemWorld } from "@/lib/services/desk/system-world";
import { debtBar, largestFor, payoutBar } from "@/lib/services/money/out/payouts/quote";
import {
  type DestinationView,
  listDestinations,
  readDestination,
} from "@/lib/services/money/out/payouts/read";
import { problemText } from "@/lib/text/problem";
import { onlyReaders } from "../../../allowed";
import { accountsPath, verificationPath, walletPath } from "../../../paths";
import { SellerPage } from "../../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../../words";
import { choosePayoutAction } from "../../actions";

export const generateMetadata = titled("payOut");

export default onlyReaders("wallet", NewPayoutPage);

/** First screen: how much, and where to. Nothing is written yet. */
async function NewPayoutPage() {
  const { seller, words } = await sellerWithWords();
  const world = systemWorld();
  const [destinations, debt] = await Promise.all([
    listDestinations(world, seller.caller(true)),
    debtBar(world.db, seller.store.id),
  ]);
  const closed = payoutBar(seller.store);
  const why = closed ? say(`payout_${closed}`) : debt;
  const bar = seller.role === "owner" ? why && problemText(words.lang, why) : words.text("onlyOwnerPaysOut");
  const back = <ButtonLink href={walletPath}>{words.text("backToWallet")}</ButtonLink>;
  return (
    <SellerPage seller={seller} section="wallet" here={words.text("payOut")}>
      <PageHeader title={words.text("payOut")} purpose={words.text("payOutPurpose")} />
      {bar ? (
        <div className="grid gap-4">
          <Notice tone="warn" title={bar}>
            {closed === "unverified" && may(seller.role, "store.verification") ? (
              <a className="underline underline-offset-2" href={verificationPath}>
                {words.text("verify")}
              </a>
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
        <ChooseForm seller={seller} destinations={destinations} words={words} />
      )}
    </SellerPage>
  );
}

async function ChooseForm({
  seller,
  destinations,
  words,
}: {
  seller: CurrentSeller;
  destinations: DestinationView[];
  words: DashboardWords;
}) {
  const [first] = destinations;
  if (!first) return null;
  const world = systemWorld();
  const caller = seller.caller(true);
  const largestMinor = await largestFor(world, caller, await readDestination(world, caller, first.id));
  const largest = formatMoney({ minor: largestMinor, currency: first.currency }, words.lang);
  return (
    <FieldForm
      action={choosePayoutAction}
      submit={words.text("continue")}
      titles={problemTitles(words)}
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
