import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { SecretWords } from "@/components/dashboard/secret-once";

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
