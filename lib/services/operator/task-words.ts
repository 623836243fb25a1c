import { z } from "zod";
import { formatMoney, isCurrency } from "@/lib/domain/money";
import { kindOf } from "../rails/registry";
import { taskWords } from "../tasks/words";
import type { OperatorTask } from "./list-tasks";

/** A task for who runs the service: what is the matter, what to do, and where. */
export interface OperatorTaskWords {
  title: string;
  what: string;
  link: { href: string; label: string } | null;
  /** Money that was set aside: it ends by being decided about, not by being ticked off. */
  suspense: { attemptId: string } | null;
  facts: { label: string; value: string }[];
}

const details = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export function operatorTaskWords(
  task: Pick<OperatorTask, "kind" | "subject" | "details" | "storeId">,
): OperatorTaskWords {
  const parsed = details.safeParse(task.details);
  const facts = parsed.success ? parsed.data : {};
  const text = (name: string) => String(facts[name] ?? "");
  const { title, what, suspense } = taskWords(task);
  return {
    ...(sentences(task.kind, text) ?? { title, what: forUs(task.kind) ?? what }),
    link: linkOf(task, text),
    suspense,
    facts: Object.entries(facts).map(([label, value]) => ({
      label: labelOf(label),
      value: shownValue(value),
    })),
  };
}

type Text = (name: string) => string;

/** Those that no seller ever sees. */
function sentences(kind: string, text: Text): { title: string; what: string } | null {
  switch (kind) {
    case "rail_odd":
      return oddSentences(text);
    case "insufficient_float":
      return {
        title: `Our account at ${nameOf(text("rail"))} does not cover a payout`,
        what: "Its seller was not bounced: it waits. Put money into our account there. One that was not sent yet goes by itself within ten minutes; one that the provider refused has to be returned to the wallet.",
      };
    case "needs_manual_approval":
      return {
        title: `A payout waits for somebody to approve it at ${nameOf(text("rail"))}`,
        what: "Approve it in the provider’s dashboard, and turn the approval of transfers by API off there, or every payout will wait.",
      };
    case "unknown_payment":
      return {
        title: "A provider told us of a payment that we never started",
        what: "Nothing was credited. It may be another server with the same credentials, or somebody who tries. Look it up at the provider.",
      };
    case "unknown_transfer":
      return {
        title: "A provider told us of a payout or refund that we never sent",
        what: "If it is in the provider’s records, somebody else uses our account there: change its keys, and ask the provider.",
      };
    case "invariant_broken":
      return {
        title: `Something that must always be true is not (number ${text("number")})`,
        what: `${text("what").replace(/^\d+ /, "")}. It is a mistake in the program, or somebody changed the database by hand. Nothing is repaired by itself; keep a copy of the database before you do anything.`,
      };
    default:
      return null;
  }
}

function oddSentences(text: Text): { title: string; what: string } {
  const rail = nameOf(text("rail"));
  const detail = text("detail");
  switch (text("what")) {
    case "refused":
      return {
        title: `${rail} refuses our credentials`,
        what: `It said: ${detail}. Payments that begin with it fail over or fail. Check the connection, and enter the credentials again if they were changed or withdrawn.`,
      };
    case "untrusted":
      return {
        title: `The line to ${rail} is not safe`,
        what: `Its certificate could not be trusted (${detail}), so nothing was sent. No payment fails for it, and none can begin: look at this server’s clock and at what stands between, then check the connection.`,
      };
    case "unproved":
      return {
        title: `Callbacks of ${rail} do not prove where they come from`,
        what: "They were refused. Payments are found by asking meanwhile, which is slower. If it goes on: is the secret of callbacks the same here and in the dashboard, and are the clocks right? Else somebody tries to forge them, in vain.",
      };
    case "needs_operator":
      return {
        title: `${rail} waits for something in its dashboard`,
        what: `It said: ${detail}. Nothing goes on until somebody does that there.`,
      };
    default:
      return {
        title: `${rail} said something that we do not understand`,
        what: `It said: ${detail}. Money is safe: what is not understood counts as undecided and is asked again. If it goes on, this version is too old for the provider.`,
      };
  }
}

function nameOf(rail: string): string {
  return kindOf(rail)?.name ?? rail;
}

/** What the seller is told to leave to us. */
function forUs(kind: string): string | null {
  switch (kind) {
    case "rail_problem":
      return "The provider refused to start it for a reason that payers cannot mend. Check the connection of its rail; payers were offered another way.";
    case "contradiction":
      return "It said one thing and later another. Money stays where it is. Ask the provider before anybody acts.";
    case "payout_no_answer":
      return "It was asked for 72 hours. Look at the provider’s own records, then mark the payout as paid or return it.";
    default:
      return null;
  }
}

function linkOf({ kind, subject }: Pick<OperatorTask, "kind" | "subject">, text: Text) {
  if (kind.startsWith("payout_") || kind === "insufficient_float" || kind === "needs_manual_approval")
    return { href: `/ops/payouts/${subject}`, label: "See the payout" };
  if (kind === "rail_odd") return { href: `/ops/rails/${text("rail")}`, label: "See the rail" };
  if (kind === "invariant_broken") return { href: "/ops/health", label: "See the health of the service" };
  return null;
}

/** Money is kept as "KES 149999" in minor units, and shown as people read it. */
function shownValue(value: string | number | boolean | null): string {
  const [, currency = "", minor = ""] = /^([A-Z]{3}) (\d{1,18})$/.exec(String(value)) ?? [];
  return isCurrency(currency) ? formatMoney({ minor: BigInt(minor), currency }) : String(value ?? "");
}

/** `railRef` as people read it: "Rail ref". */
function labelOf(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
