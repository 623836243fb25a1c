import type { Metadata } from "next";
import { AsJson } from "@/components/dashboard/as-json";
import { HistoryTimeline } from "@/components/dashboard/history-timeline";
import { ButtonLink } from "@/components/ui/button";
import { type FactItem, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader, Section } from "@/components/ui/page-header";
import { Timestamp } from "@/components/ui/timestamp";
import { currentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { serializeCustomer } from "@/lib/resources/customer";
import { type CustomerDetail, readCustomerDetail } from "@/lib/services/customers/detail";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../seller-page";
import { customerId, found } from "../find-customer";
import { customerPath } from "../paths";
import { Bought } from "./bought";

export const metadata: Metadata = { title: "Customer" };

export default async function CustomerPage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const world = systemWorld();
  const id = customerId((await params).id);
  const detail = await found(readCustomerDetail(world, seller.caller(true), id));
  const { row, lifetimeMinor, currency } = detail.customer;
  const { timeZone } = seller.store;
  return (
    <SellerPage seller={seller} section="customers" here={row.name}>
      <PageHeader
        title={<bdi>{row.name}</bdi>}
        purpose={
          <>
            <span className="text-section font-medium text-ink">
              {formatMoney({ minor: lifetimeMinor, currency })}
            </span>{" "}
            paid in all, over every store of your account that has {currency}
          </>
        }
        actions={
          seller.role === "viewer" ? null : (
            <>
              <ButtonLink href={`${customerPath(id)}/merge`}>Merge</ButtonLink>
              <ButtonLink look="primary" href={`${customerPath(id)}/edit`}>
                Edit
              </ButtonLink>
            </>
          )
        }
      />
      <Twins detail={detail} />
      <div className="grid gap-10 nav:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <Section title="Contacts">
            <Contacts detail={detail} timeZone={timeZone} />
          </Section>
          <Bought detail={detail} now={world.clock.now()} />
        </div>
        <div className="min-w-0">
          <Section title="What happened">
            <HistoryTimeline history={detail.history} timeZone={timeZone} />
          </Section>
        </div>
      </div>
      <div className="mt-8">
        <AsJson
          siteUrl={world.config.siteUrl}
          path={`/customers/${id}`}
          data={serializeCustomer(detail.customer)}
        />
      </div>
    </SellerPage>
  );
}

function Twins({ detail }: { detail: CustomerDetail }) {
  if (detail.twins.length === 0) return null;
  return (
    <div className="mb-6">
      <Notice tone="info" title="This may be the same person">
        <ul>
          {detail.twins.map(({ row, why }) => (
            <li key={row.id}>
              <bdi>{[row.name, row.email, row.phone].filter(Boolean).join(", ")}</bdi>{" "}
              {why === "phone" ? "has the phone that this one paid with." : "has the same name."}{" "}
              <a
                className="underline underline-offset-2"
                href={`${customerPath(detail.customer.row.id)}/merge?with=${row.id}`}
              >
                See what merging does
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function Contacts({ detail, timeZone }: { detail: CustomerDetail; timeZone: string }) {
  const { row } = detail.customer;
  const link = "break-all underline underline-offset-2";
  const text = (label: string, value: string | null): FactItem | null =>
    value ? { label, value: <bdi className="wrap-anywhere">{value}</bdi> } : null;
  const items: (FactItem | null)[] = [
    row.email
      ? {
          label: "E-mail",
          value: (
            <a className={link} href={`mailto:${row.email}`}>
              <bdi>{row.email}</bdi>
            </a>
          ),
        }
      : null,
    row.phone
      ? {
          label: "Phone",
          value: (
            <a className={link} href={`tel:${row.phone}`}>
              {row.phone}
            </a>
          ),
        }
      : null,
    text("Company", row.company),
    text("Address", [row.address, row.city, row.country].filter(Boolean).join(", ") || null),
    row.status === "blocked" ? text("Status", "Blocked") : null,
    { label: "Customer since", value: <Timestamp at={row.customerSince} timeZone={timeZone} /> },
    {
      label: "Last payment",
      value: detail.lastPaidAt ? <Timestamp at={detail.lastPaidAt} timeZone={timeZone} /> : "Never",
    },
  ];
  return <Facts items={items.filter((item) => item !== null)} />;
}
