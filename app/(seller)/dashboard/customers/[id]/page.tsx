import { cache } from "react";
import { found } from "@/app/service-name";
import { ActionForm } from "@/components/dashboard/action-form";
import { AsJson } from "@/components/dashboard/as-json";
import { HistoryTimeline } from "@/components/dashboard/history-timeline";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import {
  Disclosure,
  type FactItem,
  Facts,
  Notice,
  PageHeader,
  Section,
  Timestamp,
} from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { serializeCustomer } from "@/lib/resources/customer";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type CustomerDetail, readCustomerDetail } from "@/lib/services/people/customers/detail";
import { Allowed } from "../../allowed";
import { inWords } from "../../history-words";
import { NotesAndTags } from "../../notes/notes-and-tags";
import { customerPath } from "../../paths";
import { SellerPage } from "../../seller-page";
import { sellerWithWords, titledBy } from "../../words";
import { blockCustomerAction } from "../actions";
import { customerId } from "../customer";
import { Bought } from "./bought";

export const generateMetadata = titledBy(
  async (seller, id) => (await detailOf(seller, id)).customer.row.name,
);

type Row = CustomerDetail["customer"]["row"];

const detailOf = cache((seller: CurrentSeller, id: string) =>
  found(readCustomerDetail(systemWorld(), seller.caller(true), customerId(id))),
);

export default async function CustomerPage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const world = systemWorld();
  const detail = await detailOf(seller, (await params).id);
  const { row, lifetimeMinor, currency } = detail.customer;
  const { timeZone } = seller.store;
  return (
    <SellerPage seller={seller} section="customers" here={row.name}>
      <PageHeader
        title={<bdi>{row.name}</bdi>}
        purpose={words.rich("paidInAll", {
          amount: (
            <span key="amount" className="text-section font-medium text-ink">
              {formatMoney({ minor: lifetimeMinor, currency }, words.lang)}
            </span>
          ),
          currency,
        })}
        actions={
          row.erasedAt ? null : (
            <>
              <Allowed seller={seller} act="customer.merge">
                <ButtonLink href={`${customerPath(row.id)}/merge`}>{words.text("merge")}</ButtonLink>
              </Allowed>
              <Allowed seller={seller} act="customer.change">
                <ButtonLink look="primary" href={`${customerPath(row.id)}/edit`}>
                  {words.text("edit")}
                </ButtonLink>
              </Allowed>
            </>
          )
        }
      />
      {row.erasedAt ? (
        <div className="mb-6">
          <Notice tone="info" title={words.text("erasedCustomer")}>
            {words.rich("erasedSince", {
              at: <Timestamp key="at" at={row.erasedAt} timeZone={timeZone} locale={words.locale} />,
            })}
          </Notice>
        </div>
      ) : null}
      <Allowed seller={seller} act="customer.merge">
        <Twins detail={detail} words={words} />
      </Allowed>
      <div className="grid gap-10 nav:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <Section title={words.text("contacts")}>
            <Contacts detail={detail} timeZone={timeZone} words={words} />
          </Section>
          {row.erasedAt ? null : (
            <Allowed seller={seller} act="customer.change">
              <Blocking row={row} words={words} />
            </Allowed>
          )}
          <Bought detail={detail} now={world.clock.now()} words={words} />
          <PersonData seller={seller} row={row} words={words} />
        </div>
        <div className="min-w-0">
          <NotesAndTags seller={seller} subject={{ kind: "customer", id: row.id }} />
          <Section title={words.text("whatHappened")}>
            <HistoryTimeline
              history={inWords(detail.history, words)}
              timeZone={timeZone}
              locale={words.locale}
            />
          </Section>
        </div>
      </div>
      <div className="mt-8">
        <AsJson
          siteUrl={world.config.siteUrl}
          path={`/customers/${row.id}`}
          data={serializeCustomer(detail.customer)}
          words={words}
        />
      </div>
    </SellerPage>
  );
}

/** What the law gives a person a right to: a copy of all that is held, and to be erased. */
function PersonData({ seller, row, words }: { seller: CurrentSeller; row: Row; words: DashboardWords }) {
  const path = customerPath(row.id);
  return (
    <Allowed seller={seller} act="customer.export">
      <Section title={words.text("personData")}>
        <p className="mt-4 max-w-[68ch] text-ink-2">{words.text("personDataMeans")}</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <ButtonLink href={`${path}/data`}>{words.text("personJson")}</ButtonLink>
          <ButtonLink href={`${path}/data?as=page`}>{words.text("personPage")}</ButtonLink>
          {row.erasedAt ? null : (
            <Allowed seller={seller} act="customer.erase">
              <ButtonLink look="danger" href={`${path}/erase`}>
                {words.text("eraseOpen")}
              </ButtonLink>
            </Allowed>
          )}
        </div>
      </Section>
    </Allowed>
  );
}

function Twins({ detail, words }: { detail: CustomerDetail; words: DashboardWords }) {
  if (detail.twins.length === 0) return null;
  return (
    <div className="mb-6">
      <Notice tone="info" title={words.text("maySame")}>
        <ul>
          {detail.twins.map(({ row, why }) => (
            <li key={row.id}>
              {words.rich(why === "phone" ? "samePhone" : "sameName", {
                customer: <bdi key="who">{[row.name, row.email, row.phone].filter(Boolean).join(", ")}</bdi>,
              })}{" "}
              <a
                className="underline underline-offset-2"
                href={`${customerPath(detail.customer.row.id)}/merge?with=${row.id}`}
              >
                {words.text("seeMerging")}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** Whether this customer may start payments, and the button that changes it. */
function Blocking({ row, words }: { row: CustomerDetail["customer"]["row"]; words: DashboardWords }) {
  const isBlocked = row.status === "blocked";
  const fields = { id: String(row.id), status: isBlocked ? "active" : "blocked" };
  return (
    <div className="mt-4">
      <Disclosure summary={words.text(isBlocked ? "unblockCustomer" : "blockCustomer")}>
        <ActionForm to={{ action: blockCustomerAction, fields }} className="grid max-w-[30rem] gap-2">
          <p>{words.text(isBlocked ? "unblockMeans" : "blockMeans")}</p>
          <div>
            <Button look={isBlocked ? "secondary" : "danger"}>
              {words.text(isBlocked ? "unblockCustomer" : "blockCustomer")}
            </Button>
          </div>
        </ActionForm>
      </Disclosure>
    </div>
  );
}

function Contacts({
  detail,
  timeZone,
  words,
}: {
  detail: CustomerDetail;
  timeZone: string;
  words: DashboardWords;
}) {
  const { row } = detail.customer;
  const link = "break-all underline underline-offset-2";
  const at = (instant: Date) => <Timestamp at={instant} timeZone={timeZone} locale={words.locale} />;
  const text = (label: string, value: string | null): FactItem | null =>
    value ? { label, value: <bdi className="wrap-anywhere">{value}</bdi> } : null;
  const items: (FactItem | null)[] = [
    row.email
      ? {
          label: words.text("customerEmail"),
          value: (
            <a className={link} href={`mailto:${row.email}`}>
              <bdi>{row.email}</bdi>
            </a>
          ),
        }
      : null,
    row.phone
      ? {
          label: words.text("phone"),
          value: (
            <a className={link} href={`tel:${row.phone}`}>
              {row.phone}
            </a>
          ),
        }
      : null,
    text(words.text("company"), row.company),
    text(words.text("addressLine"), [row.address, row.city, row.country].filter(Boolean).join(", ") || null),
    row.status === "blocked" ? text(words.text("customerStatus"), words.text("blocked")) : null,
    {
      label: words.text("marketing"),
      value: words.text(row.acceptsMarketing ? "marketingYes" : "marketingNo"),
    },
    { label: words.text("customerSince"), value: at(row.customerSince) },
    {
      label: words.text("lastPayment"),
      value: detail.lastPaidAt ? at(detail.lastPaidAt) : words.text("neverPaid"),
    },
  ];
  return <Facts items={items.filter((item) => item !== null)} />;
}
