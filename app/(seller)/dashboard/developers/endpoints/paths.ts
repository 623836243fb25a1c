import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { SecretOnceProps } from "@/components/dashboard/secret-once";
import type { Mode } from "../mode";
import { secretWords } from "../secret-words";

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
