import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PaymentList } from "@/components/dashboard/payment-list";
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
import { formatMoney } from "@/lib/domain/money";
import { leastAmount, linkStatus } from "@/lib/domain/payment-link";
import { type LinkPage, recentPayments } from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { dialOfLink } from "@/lib/services/money/ussd/settings";
import { Allowed } from "../../allowed";
import { DialSection } from "../../dial-section";
import { ordersPath } from "../../paths";
import { listedPayment } from "../../payments-of";
import { SellerPage } from "../../seller-page";
import { ShareBar } from "../../share-bar";
import { sellerWithWords, titledBy } from "../../words";
import { deleteLinkAction, switchLinkAction } from "../actions";
import { linkPath, linkTones, ownLink, timesPaid } from "../words";

export const generateMetadata = titledBy(async (seller, id) => (await ownLink(seller, id)).title);

type Link = LinkPage["link"];

export default async function LinkDetailPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const link = await ownLink(seller, (await params).id);
  const world = systemWorld();
  const payments = await recentPayments(world, seller.caller(true), { paymentLinkId: link.id });
  const dial = await dialOfLink(world, seller.store.id, link);
  const { timeZone } = seller.store;
  const url = `${world.config.siteUrl}/pay/${link.token}`;
  const status = linkStatus(link, world.clock.now());
  return (
    <SellerPage seller={seller} section="links" here={link.title}>
      <PageHeader
        title={<bdi className="wrap-anywhere">{link.title}</bdi>}
        purpose={<StatusMark tone={linkTones[status]}>{words.text(`link_${status}`)}</StatusMark>}
        actions={
          <Allowed seller={seller} act="payment_link.change">
            <ButtonLink href={`${linkPath(link.id)}/edit`}>{words.text("edit")}</ButtonLink>
          </Allowed>
        }
      />
      <ShareBar
        label={words.text("paymentLink")}
        url={url}
        text={`${seller.store.name}: ${link.title} ${url}`}
        codesOf={link.title}
        words={words}
      />
      {dial ? <DialSection dial={dial} meaning={words.text("ussdLinkMeans")} words={words} /> : null}
      <Section title={words.text("details")}>
        <Facts items={factsOf(link, timeZone, words)} />
      </Section>
      <Section
        title={words.text("payments")}
        aside={
          <a className="underline underline-offset-2" href={`${ordersPath}?link=${link.id}`}>
            {words.text("ordersOfLink", { count: link.paymentsCount })}
          </a>
        }
      >
        <PaymentList
          payments={payments.map((order) => listedPayment(order, words))}
          timeZone={timeZone}
          words={words}
        />
      </Section>
      <Allowed seller={seller} act="payment_link.change">
        <Switches link={link} words={words} />
      </Allowed>
    </SellerPage>
  );
}

function factsOf(link: Link, timeZone: string, words: DashboardWords): FactItem[] {
  const at = (instant: Date) => <Timestamp at={instant} timeZone={timeZone} locale={words.locale} />;
  const money = (minor: bigint) => formatMoney({ minor, currency: link.currency }, words.lang);
  const optional = (label: string, value: string | null): FactItem[] =>
    value === null ? [] : [{ label, value: <bdi className="whitespace-pre-line">{value}</bdi> }];
  return [
    {
      label: words.text("amount"),
      value:
        link.amountType === "fixed"
          ? money(link.amountMinor ?? 0n)
          : words.text("typedAtLeast", { least: money(leastAmount(link)) }),
    },
    { label: words.text("collected"), value: money(link.totalPaidMinor) },
    { label: words.text("payments"), value: timesPaid(link, words) },
    ...(link.slotsReserved > link.paymentsCount
      ? [{ label: words.text("payingNow"), value: String(link.slotsReserved - link.paymentsCount) }]
      : []),
    ...(link.expiresAt ? [{ label: words.text("closes"), value: at(link.expiresAt) }] : []),
    ...optional(words.text("productDescription"), link.description),
    ...optional(words.text("question"), link.customQuestion),
    ...optional(words.text("thankYou"), link.thankYouMessage),
    ...optional(words.text("goOnTo"), link.redirectUrl),
    {
      label: words.text("customerEmail"),
      value: words.text(link.collectEmail ? "emailRequired" : "emailNotAsked"),
    },
    { label: words.text("created"), value: at(link.createdAt) },
  ];
}

function Switches({ link, words }: { link: Link; words: DashboardWords }) {
  const id = String(link.id);
  return (
    <Section title={words.text(link.isActive ? "pauseOrDelete" : "resumeOrDelete")}>
      <p className="max-w-[68ch] py-4 text-ink-2">
        {words.text(link.isActive ? "pausingMeans" : "resumingMeans")}
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <ActionForm to={{ action: switchLinkAction, fields: { id, active: link.isActive ? "no" : "yes" } }}>
          <Button>{words.text(link.isActive ? "pause" : "resume")}</Button>
        </ActionForm>
        <Disclosure summary={words.text("delete")}>
          <ActionForm to={{ action: deleteLinkAction, fields: { id } }} className="grid max-w-72 gap-2">
            <p className="text-label">{words.text("deletingMeans")}</p>
            <Button look="danger">{words.text("deleteLink")}</Button>
          </ActionForm>
        </Disclosure>
      </div>
    </Section>
  );
}
