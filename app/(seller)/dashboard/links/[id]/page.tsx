import type { Metadata } from "next";
import { ActionForm } from "@/components/dashboard/action-form";
import { PaymentList } from "@/components/dashboard/payment-list";
import { Button, ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Disclosure } from "@/components/ui/disclosure";
import { type FactItem, Facts } from "@/components/ui/facts";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import { currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { leastAmount, linkStatus } from "@/lib/domain/payment-link";
import { recentPayments } from "@/lib/services/payment-links/payments";
import type { LinkPage } from "@/lib/services/payment-links/read";
import { systemWorld } from "@/lib/services/system-world";
import { Allowed } from "../../allowed";
import { listedPayment } from "../../payments-of";
import { SellerPage } from "../../seller-page";
import { deleteLinkAction, switchLinkAction } from "../actions";
import { linkPath, linkStatusWords } from "../words";
import { ownLink } from "./found";

export const metadata: Metadata = { title: "Payment link" };

type Link = LinkPage["link"];

export default async function LinkDetailPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const link = await ownLink(seller, (await params).id);
  const world = systemWorld();
  const payments = await recentPayments(world, seller.caller(true), { paymentLinkId: link.id });
  const { timeZone } = seller.store;
  const { tone, word } = linkStatusWords[linkStatus(link, world.clock.now())];
  return (
    <SellerPage seller={seller} section="links" here={link.title}>
      <PageHeader
        title={<bdi className="wrap-anywhere">{link.title}</bdi>}
        purpose={<StatusMark tone={tone}>{word}</StatusMark>}
        actions={
          <Allowed seller={seller} act="payment_link.change">
            <ButtonLink href={`${linkPath(link.id)}/edit`}>Edit</ButtonLink>
          </Allowed>
        }
      />
      <Share url={`${world.config.siteUrl}/pay/${link.token}`} link={link} seller={seller.store.name} />
      <Section title="Details">
        <Facts items={factsOf(link, timeZone)} />
      </Section>
      <Section title="Payments" aside={`${link.paymentsCount} in all`}>
        <PaymentList payments={payments.map(listedPayment)} timeZone={timeZone} />
      </Section>
      <Allowed seller={seller} act="payment_link.change">
        <Switches link={link} />
      </Allowed>
    </SellerPage>
  );
}

function Share({ url, link, seller }: { url: string; link: Link; seller: string }) {
  const path = `/pay/${link.token}`;
  const text = `${seller}: ${link.title} ${url}`;
  return (
    <div className="grid max-w-[44rem] gap-3">
      <div className="grid gap-2 sm:grid-cols-[1fr_auto]">
        <CopyField label="Payment link" value={url} />
        <ButtonLink href={path}>Open the page</ButtonLink>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={`https://wa.me/?text=${encodeURIComponent(text)}`} rel="noreferrer">
          Share on WhatsApp
        </ButtonLink>
        <ButtonLink href={`${path}/qr.svg`} download={`${fileName(link.title)}.svg`}>
          QR code, SVG
        </ButtonLink>
        <ButtonLink href={`${path}/qr.png`} download={`${fileName(link.title)}.png`}>
          QR code, PNG
        </ButtonLink>
        <ButtonLink href={`${path}/poster`}>Poster to print, A4</ButtonLink>
      </div>
    </div>
  );
}

function fileName(title: string): string {
  return `qr-${
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .slice(0, 60) || "link"
  }`;
}

function factsOf(link: Link, timeZone: string): FactItem[] {
  const money = (minor: bigint) => formatMoney({ minor, currency: link.currency });
  const max = link.isReusable ? link.maxPayments : 1;
  const optional = (label: string, value: string | null): FactItem[] =>
    value === null ? [] : [{ label, value: <bdi className="whitespace-pre-line">{value}</bdi> }];
  return [
    {
      label: "Amount",
      value:
        link.amountType === "fixed"
          ? money(link.amountMinor ?? 0n)
          : `The payer types it, at least ${money(leastAmount(link))}`,
    },
    { label: "Collected", value: money(link.totalPaidMinor) },
    {
      label: "Payments",
      value: max === null ? String(link.paymentsCount) : `${link.paymentsCount} of ${max}`,
    },
    ...(link.slotsReserved > link.paymentsCount
      ? [{ label: "Paying now", value: String(link.slotsReserved - link.paymentsCount) }]
      : []),
    ...(link.expiresAt
      ? [{ label: "Closes", value: <Timestamp at={link.expiresAt} timeZone={timeZone} /> }]
      : []),
    ...optional("Description", link.description),
    ...optional("Question", link.customQuestion),
    ...optional("Thank-you message", link.thankYouMessage),
    ...optional("Payers go on to", link.redirectUrl),
    { label: "E-mail", value: link.collectEmail ? "Required" : "Not asked for" },
    { label: "Created", value: <Timestamp at={link.createdAt} timeZone={timeZone} /> },
  ];
}

function Switches({ link }: { link: Link }) {
  const id = String(link.id);
  return (
    <Section title={link.isActive ? "Pause or delete it" : "Resume or delete it"}>
      <p className="max-w-[68ch] py-4 text-ink-2">
        {link.isActive
          ? "While it is paused its page says so. Payments that have begun are still taken."
          : "It is paused. Resumed, the same link and the same code take payments again."}
      </p>
      <div className="flex flex-wrap items-start gap-4">
        <ActionForm to={{ action: switchLinkAction, fields: { id, active: link.isActive ? "no" : "yes" } }}>
          <Button>{link.isActive ? "Pause" : "Resume"}</Button>
        </ActionForm>
        <Disclosure summary="Delete">
          <ActionForm to={{ action: deleteLinkAction, fields: { id } }} className="grid max-w-72 gap-2">
            <p className="text-label">
              The link and its printed codes stop working for good. Payments already made stay in your orders.
            </p>
            <Button look="danger">Delete this link</Button>
          </ActionForm>
        </Disclosure>
      </div>
    </Section>
  );
}
