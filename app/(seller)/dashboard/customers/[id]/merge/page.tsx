import { found } from "@/app/service-name";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState, Facts, Notice, PageHeader } from "@/components/ui/blocks";
import { Button, ButtonLink } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { mayDo } from "@/lib/domain/roles";
import { storable } from "@/lib/domain/text";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readCustomer } from "@/lib/services/people/customers/detail";
import { listCustomers } from "@/lib/services/people/customers/list";
import { type MergeField, type MergePlan, planMerge } from "@/lib/services/people/customers/merge";
import { customerPath } from "../../../paths";
import { SellerPage } from "../../../seller-page";
import { sellerWithWords, titled, wordsFor } from "../../../words";
import { mergeCustomersAction } from "../../actions";
import { customerId } from "../../customer";

export const generateMetadata = titled("mergeTitle");

type Search = Promise<Record<string, string | string[] | undefined>>;
const offered = 10;

/** Choose the other customer, see the effect, then confirm. */
export default async function MergePage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Search;
}) {
  const { seller, words } = await sellerWithWords();
  const id = customerId((await params).id);
  const { row } = await found(readCustomer(systemWorld(), seller.caller(true), id));
  const search = await searchParams;
  const other = typeof search.with === "string" ? customerId(search.with) : null;
  const typed = typeof search.search === "string" ? storable(search.search, 254) : "";
  const isAllowed = mayDo(seller, "customer.merge");
  return (
    <SellerPage seller={seller} section="customers" here={row.name}>
      <PageHeader
        title={words.text("mergeTitle")}
        purpose={words.rich("mergePurpose", { customer: <bdi key="name">{row.name}</bdi> })}
      />
      {isAllowed ? null : (
        <Notice tone="warn" title={words.text("mergeAdmins")}>
          {words.text("cannotUndo")}
        </Notice>
      )}
      {other && isAllowed ? <Confirm seller={seller} keepId={id} mergedId={other} /> : null}
      {other || !isAllowed ? null : <Choose seller={seller} id={id} typed={typed} />}
    </SellerPage>
  );
}

async function Choose({ seller, id, typed }: { seller: CurrentSeller; id: number; typed: string }) {
  const words = wordsFor(seller);
  const some = { skip: 0, take: offered + 1 };
  const found = typed
    ? await listCustomers(systemWorld(), seller.caller(true), { search: typed }, some, "as a log")
    : null;
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
              <bdi className="font-medium">{row.name}</bdi>{" "}
              <bdi className="text-ink-2">{[row.email, row.phone].filter(Boolean).join(", ")}</bdi>
            </span>
            <ButtonLink href={`${customerPath(id)}/merge?with=${row.id}`}>
              {words.text("thisOne")}
              <span className="sr-only">: {row.name}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </>
  );
}

async function Confirm({
  seller,
  keepId,
  mergedId,
}: {
  seller: CurrentSeller;
  keepId: number;
  mergedId: number;
}) {
  const plan = await found(planMerge(systemWorld(), seller.caller(true), keepId, mergedId));
  const { kept, merged } = plan;
  const words = wordsFor(seller);
  return (
    <div className="grid max-w-[44rem] gap-6">
      <Facts
        items={[
          { label: words.text("merge_stays"), value: <Person {...kept} /> },
          { label: words.text("merge_goes"), value: <Person {...merged} /> },
          { label: words.text("merge_moves"), value: movesOf(plan, words) },
          { label: words.text("merge_filled"), value: said(plan.filled, words) },
          { label: words.text("merge_lost"), value: said(plan.lost, words) },
        ]}
      />
      {plan.lost.some(({ field }) => field === "email") ? (
        <Notice tone="warn" title={words.text("emailLost")}>
          {words.rich("emailLostMeans", { email: <bdi key="email">{kept.email}</bdi> })}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <ActionForm
          to={{ action: mergeCustomersAction, fields: { id: String(keepId), with: String(mergedId) } }}
        >
          <Button look="danger">{words.text("mergeGo")}</Button>
        </ActionForm>
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

function movesOf({ moves }: MergePlan, words: DashboardWords): string {
  const { orders, subscriptions, invoices } = moves;
  const counts = { orders: String(orders), subscriptions: String(subscriptions), invoices: String(invoices) };
  return words.text("mergeMoves", counts);
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
