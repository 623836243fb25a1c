import { stamp } from "@/app/_lists/list-view";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts, Press } from "@/components/dashboard/pieces";
import { EmptyState, Facts } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { formatMoney } from "@/lib/domain/money";
import { Invalid, Refusal } from "@/lib/domain/refusal";
import { changeShown } from "@/lib/services/billing/changes/change";
import type { SubscriptionRow } from "@/lib/services/billing/subscriptions/read";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import {
  type PlannedChange,
  previewChange,
  readOtherPlans,
} from "@/lib/services/money/checkout/pages/read-manage-page";
import { refusalText } from "@/lib/text/problem";
import { subscriptionPath } from "../../../paths";
import { Allowed, SellerPage, sellerPage } from "../../../seller-page";
import { type AtStore, copyLabels, refusedText, titled } from "../../../words";
import { changePlanAction } from "../../actions";
import { findSubscription } from "../../subscription";

export const generateMetadata = titled("planChange");

/** Another plan for a subscriber: which there are, what one costs and brings, and the press or the link. */
export default sellerPage("subscriptions", async (who, { id, search }) => {
  const { seller, words } = who;
  const row = await findSubscription(seller, id);
  const { to } = search;
  const chosen = typeof to === "string" && /^\d{1,9}$/.test(to) ? Number(to) : null;
  return (
    <SellerPage
      {...who}
      here={words.text("planChange")}
      title={words.text("changePlanOf", { name: row.customer.name })}
      purpose={words.text("changePlanPurpose")}
    >
      <Allowed seller={seller} act="subscription.change_plan" aloud>
        <div className="grid max-w-[44rem] gap-6">
          {chosen === null ? (
            <Choice row={row} words={words} />
          ) : (
            <Chosen who={who} row={row} productId={chosen} />
          )}
          <div>
            <ButtonLink href={subscriptionPath(row.id)}>
              {words.text("backTo", { number: row.customer.name })}
            </ButtonLink>
          </div>
        </div>
      </Allowed>
    </SellerPage>
  );
});

async function Choice({ row, words }: { row: SubscriptionRow; words: DashboardWords }) {
  const plans = await readOtherPlans(systemWorld(), row);
  if (plans.length === 0) return <EmptyState sentence={words.text("changePlanNone")} />;
  return (
    <ul>
      {plans.map(({ product, amountMinor, interval }) => (
        <li
          key={product.id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-2.5"
        >
          <span className="min-w-0 wrap-anywhere">
            <bdi className="font-medium">{product.name}</bdi>{" "}
            <span className="text-ink-2">
              {formatMoney({ minor: amountMinor, currency: row.currency }, words.lang)}{" "}
              {words.text(`every_${interval}`)}
            </span>
          </span>
          <ButtonLink href={`${subscriptionPath(row.id)}/plan?to=${product.id}`}>
            {words.text("changePlanShow")}
            <span className="sr-only">: {product.name}</span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

async function Chosen({ who, row, productId }: { who: AtStore; row: SubscriptionRow; productId: number }) {
  const { words, world, caller } = who;
  let planned: PlannedChange;
  try {
    planned = await previewChange(world, caller, row.id, productId);
  } catch (error) {
    const why = error instanceof Refusal ? refusalText(words.lang, error.code) : null;
    const text = error instanceof Invalid ? refusedText(error, words) : why;
    if (text === null) throw error;
    return <EmptyState sentence={words.text("changePlanNotNow", { why: text })} />;
  }
  const seen = sealShown(world, `change/${row.id}`, changeShown(planned.quote));
  const fields = { id: row.id, to: String(productId), seen };
  return (
    <>
      <Planned planned={planned} who={who} />
      {planned.paymentUrl ? (
        <div className="grid gap-2">
          <p className="text-label text-ink-2">{words.text("changeByLinkMeans")}</p>
          <CopyField
            label={words.text("changeByLink")}
            value={planned.paymentUrl}
            labels={copyLabels(words)}
          />
        </div>
      ) : (
        <Press action={changePlanAction} fields={fields}>
          {words.text("changeMake")}
        </Press>
      )}
    </>
  );
}

function Planned({ who, planned }: { planned: PlannedChange; who: AtStore }) {
  const { words } = who;
  const { kind, from, to, creditMinor, dueMinor, currency, endsAt } = planned.quote;
  const amount = (minor: bigint) => <Amount lang={words.lang} minor={minor} currency={currency} />;
  const price = formatMoney({ minor: to.amountMinor, currency }, words.lang);
  return (
    <Facts
      items={[
        ...facts(words, {
          changePlanTo: (
            <>
              <bdi>{to.product.name}</bdi>, {price} {words.text(`every_${to.interval}`)}
            </>
          ),
        }),
        ...(kind === "now"
          ? [{ label: words.text("changeCredit", { plan: from.product.name }), value: amount(creditMinor) }]
          : []),
        ...facts(words, {
          changeDueNow: amount(dueMinor),
          [kind === "now" ? "changePaidUntil" : "changeBeginsAt"]: stamp(endsAt, who),
        }),
      ]}
    />
  );
}
