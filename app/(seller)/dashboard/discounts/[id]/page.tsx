import { FieldForm } from "@/app/_forms/field-form";
import { fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { FactsBeside, facts, PauseOrDelete, TextLink } from "@/components/dashboard/pieces";
import { type FactItem, Facts, Section, StatusMark, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { discountStatus } from "@/lib/domain/discount";
import { formatMoney } from "@/lib/domain/money";
import {
  type BatchFacts,
  type DiscountRow,
  listBatches,
  type RedemptionLine,
  recentRedemptions,
} from "@/lib/services/catalog/discounts/read";
import { ordersPath, subscriptionPath } from "../../paths";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, titledBy } from "../../words";
import { deleteDiscountAction, makeCodesAction, switchDiscountAction } from "../actions";
import {
  codesFields,
  discountPath,
  discountTones,
  durationOf,
  ownDiscount,
  takesOff,
  timesRedeemed,
  waysOf,
} from "../discount";

export const generateMetadata = titledBy(async (seller, id) => (await ownDiscount(seller, id)).name);

export default sellerPage("discounts", async (who, { id }) => {
  const { seller, world, caller, words, timeZone, now } = who;
  const discount = await ownDiscount(seller, id);
  const [batches, redemptions] = await Promise.all([
    listBatches(world, caller, discount.id),
    recentRedemptions(world, caller, discount.id),
  ]);
  const status = discountStatus(discount, now);
  return (
    <SellerPage
      {...who}
      here={discount.name}
      title={<bdi className="wrap-anywhere">{discount.name}</bdi>}
      purpose={<StatusMark tone={discountTones[status]} word={words.text(`discount_${status}`)} />}
      actions={
        <Allowed seller={seller} act="discount.change">
          <ButtonLink href={`${discountPath(discount.id)}/edit`}>{words.text("edit")}</ButtonLink>
        </Allowed>
      }
    >
      <FactsBeside>
        <Section title={words.text("details")}>
          <Facts items={factsOf(discount, timeZone, words)} />
        </Section>
        <div>
          {discount.isAutomatic ? null : (
            <Section title={words.text("codesOfBatches")}>
              <Batches discount={discount} batches={batches} who={who} />
              <Allowed seller={seller} act="discount.change">
                <FieldForm
                  fold={words.text("makeCodes")}
                  action={makeCodesAction}
                  submit={words.text("makeCodes")}
                  hidden={{ id: String(discount.id) }}
                  fields={fieldSpecs(codesFields, { words })}
                />
              </Allowed>
            </Section>
          )}
          <Section title={words.text("redemptions")}>
            <Redemptions redemptions={redemptions} currency={discount.currency} who={who} />
          </Section>
        </div>
      </FactsBeside>
      <Allowed seller={seller} act="discount.change">
        <PauseOrDelete
          {...{ id: discount.id, isActive: discount.isActive, words }}
          means="pausingDiscount"
          pause={switchDiscountAction}
          remove={{ action: deleteDiscountAction, means: "deletingDiscount", go: "deleteDiscount" }}
        />
      </Allowed>
    </SellerPage>
  );
});

function factsOf(row: DiscountRow, timeZone: string, words: DashboardWords): FactItem[] {
  const money = (minor: bigint) => formatMoney({ minor, currency: row.currency }, words.lang);
  const at = (instant: Date | null) =>
    instant && <Timestamp at={instant} timeZone={timeZone} locale={words.locale} />;
  const { minAmountMinor, maxPerCustomer, productIds, currency } = row;
  return [
    ...facts(words, {
      [row.code === null ? "discountApplies" : "discountCode"]: <bdi>{waysOf(row, words)}</bdi>,
      discountTakesOff: takesOff(row, words),
      discountDuration: durationOf(row, words),
      discountRedeemed: timesRedeemed(row, words),
      discountGiven: money(row.totalDiscountedMinor),
      payingNow: row.placesTaken > row.redemptionsCount && String(row.placesTaken - row.redemptionsCount),
      discountWho: row.firstTimeOnly && words.text("discountFirstTime"),
      discountMaxEach: maxPerCustomer?.toString(),
      discountProducts: productIds.length > 0 && String(productIds.length),
    }),
    ...(minAmountMinor === null
      ? []
      : [{ label: words.text("discountLeast", { currency }), value: money(minAmountMinor) }]),
    ...facts(words, { discountFrom: at(row.startsAt), discountUntil: at(row.expiresAt) }),
  ];
}

function Batches(props: { discount: DiscountRow; batches: BatchFacts[]; who: AtStore }) {
  const { who, discount, batches } = props;
  const { seller, words, timeZone } = who;
  if (batches.length === 0) return <p className="py-4 text-ink-2">{words.text("noCodes")}</p>;
  return (
    <ul className="grid gap-2 py-4">
      {batches.map(({ batch, count, redeemed, createdAt }) => (
        <li key={batch} className="flex flex-wrap items-baseline gap-x-4">
          <Timestamp at={createdAt} timeZone={timeZone} locale={words.locale} />
          <span>{words.text("codesRedeemed", { redeemed, count })}</span>
          <Allowed seller={seller} act="discount.change">
            <TextLink href={`${discountPath(discount.id)}/codes?batch=${batch}`}>
              {words.text("codesFile")}
            </TextLink>
          </Allowed>
        </li>
      ))}
    </ul>
  );
}

function Redemptions(props: { redemptions: RedemptionLine[]; currency: string; who: AtStore }) {
  const { who, redemptions, currency } = props;
  const { words, timeZone } = who;
  if (redemptions.length === 0) return <p className="py-4 text-ink-2">{words.text("noRedemption")}</p>;
  return (
    <ul className="grid gap-2 py-4">
      {redemptions.map((row) => (
        <li
          key={`${row.orderNumber} ${row.subscriptionId} ${row.at.getTime()}`}
          className="flex flex-wrap items-baseline gap-x-4"
        >
          <Timestamp at={row.at} timeZone={timeZone} locale={words.locale} />
          <TextLink href={hrefOf(row)}>{row.orderNumber ?? words.text("discountGivenBySeller")}</TextLink>
          <bdi>{row.customer}</bdi>
          <bdi>{row.code}</bdi>
          <span>− {formatMoney({ minor: row.amountMinor, currency }, words.lang)}</span>
          {row.overLimit ? <StatusMark tone="warn" word={words.text("discountOver")} /> : null}
        </li>
      ))}
    </ul>
  );
}

function hrefOf({ orderNumber, subscriptionId }: RedemptionLine): string {
  return orderNumber === null ? subscriptionPath(subscriptionId ?? "") : `${ordersPath}/${orderNumber}`;
}
