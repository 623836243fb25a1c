import { z } from "zod";
import type { DeliveryState } from "@/components/dashboard/deliveries";
import { type DashboardWords, knownKey } from "@/components/dashboard/messages/words";
import type { SecretOnceProps, SecretWords } from "@/components/dashboard/secret-once";
import type { Mode } from "./developer-page";

/** Why no answer came, by the classes of lib/providers/safe-post.ts; one without a text is shown as stored. */
export function wireWord(errorClass: string | null, words: DashboardWords): string {
  if (errorClass === null) return words.text("wire_none");
  const key = knownKey(`wire_${errorClass}`);
  return key ? words.loose(key, {}) : errorClass.replaceAll("_", " ");
}

/** The result of a ping, in one sentence. The detail of a failure is the network's own, in English. */
export function pingSaid(
  answer: { ok: boolean; statusCode: number | null; errorMessage: string | null; durationMs: number },
  words: DashboardWords,
): string {
  const ms = String(answer.durationMs);
  if (answer.statusCode === null)
    return words.text("pingNothing", { why: answer.errorMessage ?? words.text("pingNoAnswer"), ms });
  return words.text(answer.ok ? "pingOk" : "pingRefused", { code: String(answer.statusCode), ms });
}

interface Delivery {
  status: "pending" | "succeeded" | "failed" | "skipped";
  attemptsMade: number;
}

/** One delivery in the words of the list. */
export function deliveryState({ status, attemptsMade }: Delivery): DeliveryState {
  switch (status) {
    case "pending":
      return attemptsMade > 0 ? "retrying" : "pending";
    case "succeeded":
      return "delivered";
    case "failed":
      return "failed";
    case "skipped":
      return "skipped";
  }
}

const worstFirst: DeliveryState[] = ["failed", "retrying", "pending", "skipped", "delivered"];

/** An event with several endpoints shows the delivery that most needs attention. */
export function eventState(deliveries: Delivery[]): DeliveryState {
  const states = deliveries.map(deliveryState);
  return worstFirst.find((state) => states.includes(state)) ?? "no_endpoint";
}

/** The code of the last answer that was no success, else of any; null where no endpoint answered. */
export function lastCode(deliveries: { attempts: { statusCode: number | null }[] }[]): number | null {
  const codes = deliveries.flatMap(({ attempts }) => attempts.flatMap(({ statusCode }) => statusCode ?? []));
  return codes.find((code) => code < 200 || code > 299) ?? codes[0] ?? null;
}

/** Why nothing was sent. */
export function skippedInWords(reason: string | null, words: DashboardWords): string {
  return words.loose(knownKey(`skipped_${reason}`) ?? "skipped_other", {});
}

/** What the API says of an error. */
const Refused = z.object({
  message: z.string(),
  error: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

export interface Told {
  message: string;
  code: string | null;
  fields: { field: string; problems: string[] }[];
}

/** Why a request was refused, as its stored answer tells it; null for a success, or an answer that was cut. */
export function toldBy(answer: string | null): Told | null {
  const parsed = Refused.safeParse(read(answer));
  if (!parsed.success) return null;
  const { message, error, errors = {} } = parsed.data;
  const fields = Object.entries(errors).map(([field, problems]) => ({ field, problems }));
  return { message, code: error ?? (fields.length > 0 ? "validation" : null), fields };
}

function read(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return null;
  }
}

const folders: Record<string, string> = {
  order: "orders",
  invoice: "invoices",
  payment_link: "links",
  customer: "customers",
  payout: "wallet/payouts",
};

/** The page of what an event is about; null where there is none, as of test data and samples. */
export function pageOf(objectId: string, mode: Mode): string | null {
  if (mode === "test") return objectId.startsWith("sub_") ? "/dashboard/developers/test-mode" : null;
  if (objectId.startsWith("sub_")) return `/dashboard/subscriptions/${encodeURIComponent(objectId)}`;
  const [kind = "", id] = objectId.split("/");
  const folder = folders[kind];
  return folder && id ? `/dashboard/${folder}/${encodeURIComponent(id)}` : null;
}

export const endpointsPath = "/dashboard/developers/endpoints";

export function endpointPath(id: number, mode: Mode): string {
  return `${endpointsPath}/${id}?mode=${mode}`;
}

/** A signing secret as the page shows it. */
export function shownSecret(
  title: string,
  secret: string,
  endpoint: { id: number; livemode: boolean },
  words: DashboardWords,
): SecretOnceProps {
  return {
    title,
    label: words.text("signingSecret"),
    secret,
    envName: "SENTE_WEBHOOK_SECRET",
    again: true,
    words: secretWords(words, true),
    doneHref: endpointPath(endpoint.id, endpoint.livemode ? "live" : "test"),
  };
}

/** The texts around a shown secret; `again` when its owner can see it another time. */
export function secretWords(words: DashboardWords, again: boolean): SecretWords {
  return {
    means: words.text(again ? "secretAgain" : "secretOnce"),
    request: words.text("secretRequest"),
    download: words.text("downloadEnv"),
    done: words.text(again ? "secretDone" : "secretSaved"),
    copy: words.text("copy"),
    copied: words.text("copied"),
  };
}
