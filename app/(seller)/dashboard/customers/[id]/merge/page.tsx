import { found } from "@/app/service-name";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { facts, Press } from "@/components/dashboard/pieces";
import { EmptyState, Facts, Notice } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { mayDo } from "@/lib/domain/roles";
import { storable } from "@/lib/domain/text";
import { readCustomer } from "@/lib/services/people/customers/detail";
import { listCustomers } from "@/lib/services/people/customers/list";
import { type MergeField, type MergePlan, planMerge } from "@/lib/services/people/customers/merge";
import { customerPath } from "../../../paths";
import { SellerPage, sellerPage } from "../../../seller-page";
import { type AtStore, titled } from "../../../words";
import { mergeCustomersAction } from "../../actions";
import { customerId } from "../../customer";

export const generateMetadata = titled("mergeTitle");
const offered = 10;

/** Choose the other customer, see the effect, then confirm. */
export default sellerPage("customers", async (who, { id: address, search }) => {
  const { seller, world, caller, words } = who;
  const id = customerId(address);
  const { row } = await found(readCustomer(world, caller, id));
  const other = typeof search.with === "string" ? customerId(search.with) : null;
  const typed = typeof search.search === "string" ? storable(search.search, 254) : "";
  const isAllowed = mayDo(seller, "customer.merge");
  return (
    <SellerPage
      {...who}
      here={words.named(row.name)}
      title={words.text("mergeTitle")}
      purpose={words.rich("mergePurpose", { customer: <bdi key="name">{words.named(row.name)}</bdi> })}
    >
      {isAllowed ? null : (
        <Notice tone="warn" title={words.text("mergeAdmins")}>
          {words.text("cannotUndo")}
        </Notice>
      )}
      {other && isAllowed ? <Confirm who={who} keepId={id} mergedId={other} /> : null}
      {other || !isAllowed ? null : <Choose who={who} id={id} typed={typed} />}
    </SellerPage>
  );
});

async function Choose({ who, id, typed }: { who: AtStore; id: number; typed: string }) {
  const { words, world, caller } = who;
  const some = { skip: 0, take: offered + 1 };
  const found = typed ? await listCustomers(world, caller, { search: typed }, some, "as a log") : null;
  const others = (found?.rows ?? []).filter(({ row }) => row.id !== id).slice(0, offered);
  return (
    <>
      <form method="get" className="mb-6 grid max-w-[30rem] items-end gap-3 sm:grid-cols-[1fr_auto]">
        <Input name="search" label={words.text("otherSearch")} type="search" defaultValue={typed} />
        <Button>{words.text("findThem")}</Button>
      </form>
      {found && others.length === 0 ? <EmptyState sentence={words.text("nobodyElse")} /> : null}
      <ul>
        {others.map(({ row }) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-2.5"
          >
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-medium">{words.named(row.name)}</bdi>{" "}
              <bdi className="text-ink-2">{[row.email, row.phone].filter(Boolean).join(", ")}</bdi>
            </span>
            <ButtonLink href={`${customerPath(id)}/merge?with=${row.id}`}>
              {words.text("thisOne")}
              <span className="sr-only">: {words.named(row.name)}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </>
  );
}

async function Confirm({ who, keepId, mergedId }: { who: AtStore; keepId: number; mergedId: number }) {
  const { words, world, caller } = who;
  const plan = await found(planMerge(world, caller, keepId, mergedId));
  const { kept, merged } = plan;
  const { orders, subscriptions, invoices } = plan.moves;
  return (
    <div className="grid max-w-[44rem] gap-6">
      <Facts
        items={facts(words, {
          merge_stays: <Person {...kept} />,
          merge_goes: <Person {...merged} />,
          merge_moves: words.text("mergeMoves", {
            orders: String(orders),
            subscriptions: String(subscriptions),
            invoices: String(invoices),
          }),
          merge_filled: said(plan.filled, words),
          merge_lost: said(plan.lost, words),
        })}
      />
      {plan.lost.some(({ field }) => field === "email") ? (
        <Notice tone="warn" title={words.text("emailLost")}>
          {words.rich("emailLostMeans", { email: <bdi key="email">{kept.email}</bdi> })}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Press
          action={mergeCustomersAction}
          fields={{ id: String(keepId), with: String(mergedId) }}
          look="danger"
        >
          {words.text("mergeGo")}
        </Press>
        <ButtonLink href={`${customerPath(mergedId)}/merge?with=${keepId}`}>
          {words.text("mergeOther")}
        </ButtonLink>
        <ButtonLink look="quiet" href={customerPath(keepId)}>
          {words.text("mergeLeave")}
        </ButtonLink>
      </div>
    </div>
  );
}

function Person({ name, email, phone }: { name: string; email: string | null; phone: string | null }) {
  return <bdi className="wrap-anywhere">{[name, email, phone].filter(Boolean).join(", ")}</bdi>;
}

const fieldKeys: Record<MergeField, DashboardKey> = {
  name: "customerName",
  email: "customerEmail",
  phone: "phone",
  company: "company",
  country: "country",
  city: "city",
  address: "addressLine",
};

function said(values: MergePlan["filled"], words: DashboardWords) {
  if (values.length === 0) return words.text("nothing");
  return (
    <bdi className="wrap-anywhere">
      {values.map(({ field, value }) => `${words.loose(fieldKeys[field], {})} ${value}`).join(", ")}
    </bdi>
  );
}
