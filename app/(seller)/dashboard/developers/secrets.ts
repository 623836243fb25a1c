import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { SecretOnceProps, SecretWords } from "@/components/dashboard/secret-once";
import type { Mode } from "./developer-page";

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
