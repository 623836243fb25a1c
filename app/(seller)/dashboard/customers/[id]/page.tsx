import { cache } from "react";
import { stamp } from "@/app/_lists/list-view";
import { found } from "@/app/service-name";
import { ActionForm } from "@/components/dashboard/action-form";
import { AsJson } from "@/components/dashboard/as-json";
import { HistoryTimeline } from "@/components/dashboard/history-timeline";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { facts, Press, TextLink } from "@/components/dashboard/pieces";
import { Disclosure, Facts, Notice, Section } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { serializeCustomer } from "@/lib/resources/customer";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readCustomerWhatsapp } from "@/lib/services/notify/whatsapp/consent";
import { type CustomerDetail, readCustomerDetail } from "@/lib/services/people/customers/detail";
import { inWords } from "../../history-words";
import { NotesAndTags } from "../../notes/notes-and-tags";
import { customerPath } from "../../paths";
import { Allowed, SellerPage, sellerPage } from "../../seller-page";
import { type AtStore, titledBy } from "../../words";
import { blockCustomerAction, stopWhatsappAction } from "../actions";
import { customerId } from "../customer";
import { Bought } from "./bought";

export const generateMetadata = titledBy(
  async (seller, id) => (await detailOf(seller, id)).customer.row.name,
);

const detailOf = cache((seller: CurrentSeller, id: string) =>
  found(readCustomerDetail(systemWorld(), seller.caller(true), customerId(id))),
);

export default sellerPage("customers", async (who, { id }) => {
  const { seller, world, words, timeZone } = who;
  const detail = await detailOf(seller, id);
  const { row, lifetimeMinor, currency } = detail.customer;
  return (
    <SellerPage
      {...who}
      here={words.named(row.name)}
      title={<bdi>{words.named(row.name)}</bdi>}
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
    >
      {row.erasedAt ? (
        <div className="mb-6">
          <Notice tone="info" title={words.text("erasedCustomer")}>
            {words.rich("erasedSince", {
              at: stamp(row.erasedAt, who),
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
            <Contacts detail={detail} who={who} />
          </Section>
          {row.erasedAt ? null : (
            <Allowed seller={seller} act="customer.change">
              {(await readCustomerWhatsapp(world, seller.caller(true), row.id)) ? (
                <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
                  <p>{words.text("whatsappWanted")}</p>
                  <Press action={stopWhatsappAction} fields={{ id: String(row.id) }} look="quiet">
                    {words.text("whatsappStopFor")}
                  </Press>
                </div>
              ) : null}
              <Blocking row={row} words={words} />
            </Allowed>
          )}
          <Bought detail={detail} who={who} />
          <PersonData who={who} row={row} />
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
});

/** What the law gives a person a right to: a copy of all that is held, and to be erased. */
function PersonData({ who, row }: { who: AtStore; row: CustomerDetail["customer"]["row"] }) {
  const { seller, words } = who;
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
                customer: (
                  <bdi key="who">
                    {[words.named(row.name), row.email, row.phone].filter(Boolean).join(", ")}
                  </bdi>
                ),
              })}{" "}
              <TextLink href={`${customerPath(detail.customer.row.id)}/merge?with=${row.id}`}>
                {words.text("seeMerging")}
              </TextLink>
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

function Contacts({ who, detail }: { who: AtStore; detail: CustomerDetail }) {
  const { words } = who;
  const { row } = detail.customer;
  const link = "wrap-anywhere underline underline-offset-2";
  const text = (value: string | null) => value && <bdi className="wrap-anywhere">{value}</bdi>;
  return (
    <Facts
      items={facts(words, {
        customerEmail: row.email && (
          <a className={link} href={`mailto:${row.email}`}>
            <bdi>{row.email}</bdi>
          </a>
        ),
        phone: row.phone && (
          <a className={link} href={`tel:${row.phone}`}>
            {row.phone}
          </a>
        ),
        company: text(row.company),
        addressLine: text([row.address, row.city, row.country].filter(Boolean).join(", ")),
        customerStatus: row.status === "blocked" && text(words.text("blocked")),
        marketing: words.text(row.acceptsMarketing ? "marketingYes" : "marketingNo"),
        customerSince: stamp(row.customerSince, who),
        lastPayment: detail.lastPaidAt ? stamp(detail.lastPaidAt, who) : words.text("neverPaid"),
      })}
    />
  );
}
