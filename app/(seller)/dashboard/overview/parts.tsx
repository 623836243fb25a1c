import type { ReactNode } from "react";
import { moment } from "@/app/_lists/list-view";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { ShareBar } from "@/components/dashboard/share-bar";
import { Section, StatusMark, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { formatMoney, formatNumber, formatPercent } from "@/lib/domain/money";
import { networkOf } from "@/lib/domain/network";
import type { Need } from "@/lib/services/desk/overview/needs";
import type { Overview } from "@/lib/services/desk/overview/read";
import type { Today } from "@/lib/services/desk/overview/today";
import { goingBack } from "@/lib/services/money/out/refunds/quote";
import { boughtIn, paymentStanding } from "../orders/order";
import { invoicesPath, orderPath, ordersPath, tasksPath, verificationPath } from "../paths";
import { taskWords } from "../tasks/task-words";
import type { AtStore } from "../words";
import type { Step } from "./first-steps";

/** The last few orders, paid or not. */
export async function LatestPayments({ who, orders }: { orders: Today["latest"]; who: AtStore }) {
  const { words } = who;
  const back = await goingBack(who.world, who.caller, orders);
  return (
    <Section
      title={words.text("latestPayments")}
      aside={<TextLink href={ordersPath}>{words.text("allOrders")}</TextLink>}
    >
      <Table
        caption={words.text("latestPayments")}
        columns={[
          { label: words.text("customer") },
          { label: words.text("status") },
          { label: words.text("when") },
          { label: words.text("amount"), align: "end" },
        ]}
        rows={orders.map((order) => ({
          key: String(order.id),
          cells: [
            // What it was for stands under the name: a column of its own is too narrow for it.
            <a key="customer" href={orderPath(order.id)} className="underline-offset-2 hover:underline">
              <bdi className="sm:block">{words.named(order.customer.name)}</bdi>{" "}
              <bdi className="text-ink-2 sm:block">{boughtIn(order, words)}</bdi>
            </a>,
            <StatusMark key="status" {...paymentStanding(order, words, back.has(order.id))} />,
            moment(order.createdAt, who),
            <Amount lang={words.lang} key="amount" minor={order.totalMinor} currency={order.currency} />,
          ],
        }))}
      />
    </Section>
  );
}

/** What became of the paid time that ended: renewed on time, in grace, or lost. */
export function RenewalShares({ overview, words }: { overview: Overview; words: DashboardWords }) {
  const { onTime, inGrace, lost } = overview.renewals;
  const days = overview.span.days.length;
  const count = (value: number) => ({ count: formatNumber(value, words.lang) });
  return (
    <Section title={words.text("renewals")} aside={words.text("renewalsAside", { days })}>
      {onTime + inGrace + lost === 0 ? (
        <p className="py-3 text-ink-2">{words.text("noRenewals", { days })}</p>
      ) : (
        <ShareBar
          shares={[
            { key: "onTime", count: onTime, tone: "ok", text: words.text("onTime", count(onTime)) },
            { key: "inGrace", count: inGrace, tone: "warn", text: words.text("inGrace", count(inGrace)) },
            { key: "lost", count: lost, tone: "ended", text: words.text("lost", count(lost)) },
          ]}
        />
      )}
    </Section>
  );
}

/** The results of each network: the money received, and how many of its attempts were approved. */
export function Networks({ overview, words }: { overview: Overview; words: DashboardWords }) {
  if (overview.approvals.length === 0) return null;
  return (
    <Section title={words.text("byNetwork")}>
      <Table
        caption={words.text("byNetwork")}
        columns={[
          { label: words.text("network") },
          { label: words.text("share"), align: "end", onPhone: words.text("share") },
          { label: words.text("collected"), align: "end" },
        ]}
        rows={overview.approvals.map(({ way, approved, refused, collected }) => ({
          key: way,
          cells: [
            networkOf(way)?.displayName ?? methodName(way, words),
            `${formatPercent(approved / (approved + refused), words.lang)} (${approved}/${approved + refused})`,
            collected.map((money) => formatMoney(money, words.lang)).join(", ") || "–",
          ],
        }))}
      />
    </Section>
  );
}

function methodName(method: string, words: DashboardWords): string {
  if (method === "card") return words.text("method_card");
  return method === "bank" ? words.text("method_bank") : words.text("method_mobile_money");
}

interface Line {
  key: string;
  what: ReactNode;
  href: string;
  label: string;
}

/** Problems that only the seller can solve, each with its one act beside it; last, the next step of setting up. */
export function NeedsList(props: { needs: Need[]; who: AtStore; next?: Step | null }) {
  const { who, needs, next = null } = props;
  const { words, timeZone } = who;
  const lines = needs.map((need) => lineOf(need, timeZone, words));
  if (next?.action) lines.push({ key: "next", what: next.title, ...next.action });
  return (
    <Section title={words.text("needsYou")}>
      {lines.length === 0 ? <p className="py-3 text-ink-2">{words.text("nothingNeeds")}</p> : null}
      <ul>
        {lines.map(({ key, what, href, label }) => (
          <li
            key={key}
            className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 border-b border-rule py-2.5"
          >
            <span className="flex-[1_1_9rem] wrap-anywhere">{what}</span>
            <ButtonLink href={href}>{label}</ButtonLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function lineOf(need: Need, timeZone: string, words: DashboardWords): Line {
  switch (need.kind) {
    case "task": {
      const { id } = need.task;
      // What to do about it stands there, and the way to what it is about.
      const href = `${tasksPath}#task-${id}`;
      return { key: `task/${id}`, what: taskWords(need.task, words).title, href, label: words.text("look") };
    }
    case "more_tasks":
      return {
        ...{ key: need.kind, what: words.text("moreTasks", { count: String(need.count) }) },
        ...{ href: tasksPath, label: words.text("seeThem") },
      };
    case "late_invoices": {
      const amount = need.owed.map((owed) => formatMoney(owed, words.lang)).join(", ");
      const what = words.text("lateInvoices", { count: need.count, amount });
      return { key: need.kind, what, href: `${invoicesPath}?status=overdue`, label: words.text("seeThem") };
    }
    case "endpoint": {
      const slots = {
        url: <bdi key="url">{need.url}</bdi>,
        since: <Timestamp key="since" at={need.since} timeZone={timeZone} locale={words.locale} />,
      };
      return {
        key: `endpoint/${need.id}`,
        what: need.isDisabled ? words.rich("endpointDisabled", slots) : words.rich("endpointFailing", slots),
        href: `/dashboard/developers/endpoints/${need.id}?mode=live`,
        label: words.text("seeAttempts"),
      };
    }
    case "no_payout_account":
      return {
        ...{ key: need.kind, what: words.text("noPayoutAccount") },
        ...{ href: "/dashboard/wallet/accounts/new", label: words.text("addAccount") },
      };
    case "not_verified":
      return {
        ...{ key: need.kind, what: words.text(need.status === "rejected" ? "rejected" : "notVerified") },
        ...{ href: verificationPath, label: words.text("verify") },
      };
  }
}
