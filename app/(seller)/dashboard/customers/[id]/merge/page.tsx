import type { Metadata } from "next";
import { ActionForm } from "@/components/dashboard/action-form";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Facts } from "@/components/ui/facts";
import { Input } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { listCustomers } from "@/lib/services/customers/list";
import { type MergePlan, planMerge } from "@/lib/services/customers/merge";
import { readCustomer } from "@/lib/services/customers/read";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../../seller-page";
import { mergeCustomersAction } from "../../actions";
import { customerId, found } from "../../find-customer";
import { customerPath } from "../../paths";

export const metadata: Metadata = { title: "Merge customers" };

type Search = Promise<Record<string, string | string[] | undefined>>;
const offered = 10;

/** Choose the other one, see what will happen, then do it. */
export default async function MergePage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Search;
}) {
  const seller = await currentSeller();
  const id = customerId((await params).id);
  const { row } = await found(readCustomer(systemWorld(), seller.caller(true), id));
  const search = await searchParams;
  const other = typeof search.with === "string" ? customerId(search.with) : null;
  const typed = typeof search.search === "string" ? search.search.replaceAll("\0", "").slice(0, 254) : "";
  const isAllowed = seller.role === "owner" || seller.role === "admin";
  return (
    <SellerPage seller={seller} section="customers" here={row.name}>
      <PageHeader
        title="Merge two customers"
        purpose={
          <>
            <bdi>{row.name}</bdi> stays. Everything of the other one moves here, and the other one is gone.
          </>
        }
      />
      {isAllowed ? null : (
        <Notice tone="warn" title="Only the owner or an admin can merge customers">
          It cannot be undone.
        </Notice>
      )}
      {other && isAllowed ? <Confirm seller={seller} keepId={id} mergedId={other} /> : null}
      {other || !isAllowed ? null : <Choose seller={seller} id={id} typed={typed} />}
    </SellerPage>
  );
}

async function Choose({ seller, id, typed }: { seller: CurrentSeller; id: number; typed: string }) {
  const some = { skip: 0, take: offered + 1 };
  const found = typed
    ? await listCustomers(systemWorld(), seller.caller(true), { search: typed }, some)
    : null;
  const others = (found?.rows ?? []).filter(({ row }) => row.id !== id).slice(0, offered);
  return (
    <>
      <form method="get" className="mb-6 grid max-w-[30rem] items-end gap-3 sm:grid-cols-[1fr_auto]">
        <Input
          name="search"
          label="The other one's name, e-mail or phone"
          type="search"
          defaultValue={typed}
        />
        <Button>Find</Button>
      </form>
      {found && others.length === 0 ? <EmptyState sentence="Nobody else matches this search." /> : null}
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
              This one<span className="sr-only">: {row.name}</span>
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
  return (
    <div className="grid max-w-[44rem] gap-6">
      <Facts
        items={[
          { label: "Stays", value: <Person {...kept} /> },
          { label: "Goes", value: <Person {...merged} /> },
          { label: "Moves", value: movesOf(plan) },
          { label: "Is filled in", value: said(plan.filled, "Nothing") },
          { label: "Is lost", value: said(plan.lost, "Nothing") },
        ]}
      />
      {plan.lost.some(({ field }) => field === "email") ? (
        <Notice tone="warn" title="An e-mail address is lost">
          If your server asks who has access by e-mail, it must ask with <bdi>{kept.email}</bdi> from then on.
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <ActionForm
          to={{ action: mergeCustomersAction, fields: { id: String(keepId), with: String(mergedId) } }}
        >
          <Button look="danger">Merge them for good</Button>
        </ActionForm>
        <ButtonLink href={`${customerPath(mergedId)}/merge?with=${keepId}`}>Keep the other one</ButtonLink>
        <ButtonLink look="quiet" href={customerPath(keepId)}>
          Leave them as they are
        </ButtonLink>
      </div>
    </div>
  );
}

function Person({ name, email, phone }: { name: string; email: string | null; phone: string | null }) {
  return <bdi className="wrap-anywhere">{[name, email, phone].filter(Boolean).join(", ")}</bdi>;
}

function movesOf({ moves }: MergePlan): string {
  const count = (number: number, unit: string) => `${number} ${number === 1 ? unit : `${unit}s`}`;
  return [
    count(moves.orders, "order"),
    count(moves.subscriptions, "subscription"),
    count(moves.invoices, "invoice"),
  ].join(", ");
}

function said(values: MergePlan["filled"], none: string) {
  if (values.length === 0) return none;
  return (
    <bdi className="wrap-anywhere">{values.map(({ field, value }) => `${field} ${value}`).join(", ")}</bdi>
  );
}
