import type { DashboardWords } from "@/components/dashboard/messages/words";
import { FactsBeside, facts, PauseOrDelete, TextLink } from "@/components/dashboard/pieces";
import { type FactItem, Facts, Section, StatusMark, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { formatMoney } from "@/lib/domain/money";
import { leastAmount, linkStatus } from "@/lib/domain/payment-link";
import { type LinkPage, recentPayments } from "@/lib/services/catalog/payment-links/read";
import { dialOfLink } from "@/lib/services/money/ussd/settings";
import { ordersPath } from "../../paths";
import { PaymentsSection } from "../../payments-section";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { DialSection, ShareBar } from "../../share-bar";
import { titledBy } from "../../words";
import { deleteLinkAction, switchLinkAction } from "../actions";
import { linkPath, linkTones, ownLink, timesPaid } from "../link";

export const generateMetadata = titledBy(async (seller, id) => (await ownLink(seller, id)).title);

export default sellerPage("links", async (who, { id }) => {
  const { seller, world, caller, words, timeZone, now } = who;
  const link = await ownLink(seller, id);
  const orders = await recentPayments(world, caller, { paymentLinkId: link.id });
  const dial = await dialOfLink(world, seller.store.id, link);
  const url = `${world.config.siteUrl}/pay/${link.token}`;
  const status = linkStatus(link, now);
  return (
    <SellerPage
      {...who}
      here={link.title}
      title={<bdi className="wrap-anywhere">{link.title}</bdi>}
      purpose={<StatusMark tone={linkTones[status]} word={words.text(`link_${status}`)} />}
      actions={
        <Allowed seller={seller} act="payment_link.change">
          <ButtonLink href={`${linkPath(link.id)}/edit`}>{words.text("edit")}</ButtonLink>
        </Allowed>
      }
    >
      <ShareBar
        label={words.text("paymentLink")}
        url={url}
        text={`${seller.store.name}: ${link.title} ${url}`}
        codesOf={link.title}
        isNext={status === "active"}
        words={words}
      />
      {dial ? <DialSection dial={dial} meaning={words.text("ussdLinkMeans")} words={words} /> : null}
      <FactsBeside>
        <Section title={words.text("details")}>
          <Facts items={factsOf(link, timeZone, words)} />
        </Section>
        <PaymentsSection
          {...{ orders, timeZone, words }}
          aside={
            <TextLink href={`${ordersPath}?link=${link.id}`}>
              {words.text("ordersOfLink", { count: link.paymentsCount })}
            </TextLink>
          }
        />
      </FactsBeside>
      <Allowed seller={seller} act="payment_link.change">
        <PauseOrDelete
          {...{ id: link.id, isActive: link.isActive, words }}
          means={link.isActive ? "pausingMeans" : "resumingMeans"}
          pause={switchLinkAction}
          remove={{ action: deleteLinkAction, means: "deletingMeans", go: "deleteLink" }}
        />
      </Allowed>
    </SellerPage>
  );
});

function factsOf(link: LinkPage["link"], timeZone: string, words: DashboardWords): FactItem[] {
  const at = (instant: Date) => <Timestamp at={instant} timeZone={timeZone} locale={words.locale} />;
  const money = (minor: bigint) => formatMoney({ minor, currency: link.currency }, words.lang);
  const text = (value: string | null) => value !== null && <bdi className="whitespace-pre-line">{value}</bdi>;
  return facts(words, {
    amount:
      link.amountType === "fixed"
        ? money(link.amountMinor ?? 0n)
        : words.text("typedAtLeast", { least: money(leastAmount(link)) }),
    collected: money(link.totalPaidMinor),
    payments: timesPaid(link, words),
    payingNow: link.slotsReserved > link.paymentsCount && String(link.slotsReserved - link.paymentsCount),
    closes: link.expiresAt && at(link.expiresAt),
    productDescription: text(link.description),
    question: text(link.customQuestion),
    thankYou: text(link.thankYouMessage),
    goOnTo: text(link.redirectUrl),
    customerEmail: words.text(link.collectEmail ? "emailRequired" : "emailNotAsked"),
    created: at(link.createdAt),
  });
}
