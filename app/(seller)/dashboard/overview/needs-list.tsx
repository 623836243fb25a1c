import type { ReactNode } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section, Timestamp } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import type { Need } from "@/lib/services/desk/overview/needs";
import { invoicesPath } from "../invoices/words";
import { tasksPath, verificationPath } from "../paths";
import { taskWords } from "../tasks/task-words";

interface Line {
  key: string;
  what: ReactNode;
  href: string;
  label: string;
}

/** Problems that only the seller can solve, each with a link. */
export function NeedsList({
  needs,
  timeZone,
  words,
}: {
  needs: Need[];
  timeZone: string;
  words: DashboardWords;
}) {
  return (
    <Section title={words.text("needsYou")}>
      {needs.length === 0 ? <p className="py-3 text-ink-2">{words.text("nothingNeeds")}</p> : null}
      <ul>
        {needs.map((need) => {
          const { key, what, href, label } = lineOf(need, timeZone, words);
          return (
            <li
              key={key}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-rule py-2.5"
            >
              <span className="min-w-0 max-w-full wrap-anywhere">{what}</span>
              <a className="font-medium text-brand underline-offset-2 hover:underline" href={href}>
                {label}
              </a>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function lineOf(need: Need, timeZone: string, words: DashboardWords): Line {
  switch (need.kind) {
    case "task": {
      const { title, link } = taskWords(need.task, words);
      return {
        key: `task/${need.task.id}`,
        what: title,
        href: link?.href ?? tasksPath,
        label: words.text("look"),
      };
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
