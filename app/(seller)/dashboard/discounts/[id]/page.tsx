import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs } from "@/app/_forms/fields";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import {
  Disclosure,
  type FactItem,
  Facts,
  PageHeader,
  Section,
  StatusMark,
  Timestamp,
} from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { discountStatus } from "@/lib/domain/discount";
import { formatMoney } from "@/lib/domain/money";
import {
  type BatchFacts,
  type DiscountRow,
  listBatches,
  type RedemptionLine,
  recentRedemptions,
} from "@/lib/services/catalog/discounts/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed } from "../../allowed";
import { ordersPath, subscriptionPath } from "../../paths";
import { SellerPage } from "../../seller-page";
import { problemTitles, sellerWithWords, titledBy } from "../../words";
import { deleteDiscountAction, makeCodesAction, switchDiscountAction } from "../actions";
import { codesFields } from "../discount-fields";
import {
  discountPath,
  discountTones,
  durationOf,
  ownDiscount,
  takesOff,
  timesRedeemed,
  waysOf,
} from "../words";

export const generateMetadata = titledBy(async (seller, id) => (await ownDiscount(seller, id)).name);

export default async function DiscountPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const discount = await ownDiscount(seller, (await params).id);
  const world = systemWorld();
  const caller = seller.caller(true);
  const [batches, redemptions] = await Promise.all([
    listBatches(world, caller, discount.id),
    recentRedemptions(world, caller, discount.id),
  ]);
  const { timeZone } = seller.store;
  const status = discountStatus(discount, world.clock.now());
  return (
    <SellerPage seller={seller} section="discounts" here={discount.name}>
      <PageHeader
        title={<bdi className="wrap-anywhere">{discount.name}</bdi>}
        purpose={<StatusMark tone={discountTones[status]}>{words.text(`discount_${status}`)}</StatusMark>}
        actions={
          <Allowed seller={seller} act="discount.change">
            <ButtonLink href={`${discountPath(discount.id)}/edit`}>{words.text("edit")}</ButtonLink>
          </Allowed>
        }
      />
      <Section title={words.text("details")}>
        <Facts items={factsOf(discount, timeZone, words)} />
      </Section>
      {discount.isAutomatic ? null : (
        <Section title={words.text("codesOfBatches")}>
          <Batches discount={discount} batches={batches} seller={seller} words={words} />
          <Allowed seller={seller} act="discount.change">
            <Disclosure summary={words.text("makeCodes")}>
              <FieldForm
                action={makeCodesAction}
                submit={words.text("makeCodes")}
                titles={problemTitles(words)}
                hidden={{ id: String(discount.id) }}
                fields={fieldSpecs(codesFields, { words })}
              />
            </Disclosure>
          </Allowed>
        </Section>
      )}
      <Section title={words.text("redemptions")}>
        <Redemptions
          redemptions={redemptions}
          currency={discount.currency}
          timeZone={timeZone}
          words={words}
        />
      </Section>
      <Allowed seller={seller} act="discount.change">
        <Switches discount={discount} words={words} />
      </Allowed>
    </SellerPage>
  );
}

function factsOf(row: DiscountRow, timeZone: string, words: DashboardWords): FactItem[] {
  const money = (minor: bigint) => formatMoney({ minor, currency: row.currency }, words.lang);
  const at = (label: string, instant: Date | null): FactItem[] =>
    instant ? [{ label, value: <Timestamp at={instant} timeZone={timeZone} locale={words.locale} /> }] : [];
  const { minAmountMinor, maxPerCustomer, productIds } = row;
  return [
    {
      label: words.text(row.code === null ? "discountApplies" : "discountCode"),
      value: <bdi>{waysOf(row, words)}</bdi>,
    },
    { label: words.text("discountTakesOff"), value: takesOff(row, words) },
    { label: words.text("discountDuration"), value: durationOf(row, words) },
    { label: words.text("discountRedeemed"), value: timesRedeemed(row, words) },
    { label: words.text("discountGiven"), value: money(row.totalDiscountedMinor) },
    ...(row.placesTaken > row.redemptionsCount
      ? [{ label: words.text("payingNow"), value: String(row.placesTaken - row.redemptionsCount) }]
      : []),
    ...(row.firstTimeOnly
      ? [{ label: words.text("discountWho"), value: words.text("discountFirstTime") }]
      : []),
    ...(maxPerCustomer === null
      ? []
      : [{ label: words.text("discountMaxEach"), value: String(maxPerCustomer) }]),
    ...(productIds.length > 0
      ? [{ label: words.text("discountProducts"), value: String(productIds.length) }]
      : []),
    ...(minAmountMinor === null
      ? []
      : [{ label: words.text("discountLeast", { currency: row.currency }), value: money(minAmountMinor) }]),
    ...at(words.text("discountFrom"), row.startsAt),
    ...at(words.text("discountUntil"), row.expiresAt),
  ];
}

function Batches(props: {
  discount: DiscountRow;
  batches: BatchFacts[];
  seller: CurrentSeller;
  words: DashboardWords;
}) {
  const { discount, batches, seller, words } = props;
  const { timeZone } = seller.store;
  if (batches.length === 0) return <p className="py-4 text-ink-2">{words.text("noCodes")}</p>;
  return (
    <ul className="grid gap-2 py-4">
      {batches.map(({ batch, count, redeemed, createdAt }) => (
        <li key={batch} className="flex flex-wrap items-baseline gap-x-4">
          <Timestamp at={createdAt} timeZone={timeZone} locale={words.locale} />
          <span>{words.text("codesRedeemed", { redeemed, count })}</span>
          <Allowed seller={seller} act="discount.change">
            <a
              className="underline underline-offset-2"
              href={`${discountPath(discount.id)}/codes?batch=${batch}`}
            >
              {words.text("codesFile")}
            </a>
          </Allowed>
        </li>
      ))}
    </ul>
  );
}

function Redemptions(props: {
  redemptions: RedemptionLine[];
  currency: string;
  timeZone: string;
  words: DashboardWords;
}) {
  const { redemptions, currency, timeZone, words } = props;
  if (redemptions.length === 0) return <p className="py-4 text-ink-2">{words.text("noRedemption")}</p>;
  return (
    <ul className="grid gap-2 py-4">
      {redemptions.map((row) => (
        <li
          key={`${row.orderNumber} ${row.subscriptionId} ${row.at.getTime()}`}
          className="flex flex-wrap items-baseline gap-x-4"
        >
          <Timestamp at={row.at} timeZone={timeZone} locale={words.locale} />
          <a className="underline underline-offset-2" href={hrefOf(row)}>
            {row.orderNumber ?? words.text("discountGivenBySeller")}
          </a>
          <bdi>{row.customer}</bdi>
          <bdi>{row.code}</bdi>
          <span>− {formatMoney({ minor: row.amountMinor, currency }, words.lang)}</span>
          {row.overLimit ? <StatusMark tone="warn">{words.text("discountOver")}</StatusMark> : null}
        </li>
      ))}
    </ul>
  );
}

function hrefOf({ orderNumber, subscriptionId }: RedemptionLine): string {
  return orderNumber === null ? subscriptionPath(subscriptionId ?? "") : `${ordersPath}/${orderNumber}`;
}

function Switches({ discount, words }: { discount: DiscountRow; words: DashboardWords }) {
  const id = String(discount.id);
  const { isActive } = discount;
  return (
    <Section title={words.text(isActive ? "pauseOrDelete" : "resumeOrDelete")}>
      <p className="max-w-[68ch] py-4 text-ink-2">{words.text("pausingDiscount")}</p>
      <div className="flex flex-wrap items-start gap-4">
        <ActionForm to={{ action: switchDiscountAction, fields: { id, active: isActive ? "no" : "yes" } }}>
          <Button>{words.text(isActive ? "pause" : "resume")}</Button>
        </ActionForm>
        <Disclosure summary={words.text("delete")}>
          <ActionForm to={{ action: deleteDiscountAction, fields: { id } }} className="grid max-w-72 gap-2">
            <p className="text-label">{words.text("deletingDiscount")}</p>
            <Button look="danger">{words.text("deleteDiscount")}</Button>
          </ActionForm>
        </Disclosure>
      </div>
    </Section>
  );
}
