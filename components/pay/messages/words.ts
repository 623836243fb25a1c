import { type Sentences, sentencesOf } from "@/components/messages/sentences";
import type { PayLanguage } from "../types";
import { en } from "./en";
import { enAttempt } from "./en-attempt";
import { enDocuments } from "./en-documents";
import { enKeys } from "./en-keys";
import { enMore } from "./en-more";
import { enPay } from "./en-pay";
import { fr } from "./fr";
import { frAttempt } from "./fr-attempt";
import { frDocuments } from "./fr-documents";
import { frKeys } from "./fr-keys";
import { frMore } from "./fr-more";
import { frPay } from "./fr-pay";
import { pt } from "./pt";
import { ptAttempt } from "./pt-attempt";
import { ptDocuments } from "./pt-documents";
import { ptKeys } from "./pt-keys";
import { ptMore } from "./pt-more";
import { ptPay } from "./pt-pay";
import { sw } from "./sw";
import { swAttempt } from "./sw-attempt";
import { swDocuments } from "./sw-documents";
import { swKeys } from "./sw-keys";
import { swMore } from "./sw-more";
import { swPay } from "./sw-pay";

// One file a topic and language; English decides the keys of each.
const english = { ...en, ...enPay, ...enAttempt, ...enMore, ...enKeys, ...enDocuments };

type Key = keyof typeof english;
/** A language must have every key of English, or it does not compile. */
export type Messages = Record<keyof typeof en, string>;
export type PayMessages = Record<keyof typeof enPay, string>;
export type AttemptMessages = Record<keyof typeof enAttempt, string>;
export type MoreMessages = Record<keyof typeof enMore, string>;
export type KeyMessages = Record<keyof typeof enKeys, string>;
export type DocumentMessages = Record<keyof typeof enDocuments, string>;

export type Words = Sentences<typeof english>;

export const messages: Record<PayLanguage, Record<Key, string>> = {
  en: english,
  fr: { ...fr, ...frPay, ...frAttempt, ...frMore, ...frKeys, ...frDocuments },
  sw: { ...sw, ...swPay, ...swAttempt, ...swMore, ...swKeys, ...swDocuments },
  pt: { ...pt, ...ptPay, ...ptAttempt, ...ptMore, ...ptKeys, ...ptDocuments },
};

export function wordsOf(lang: PayLanguage): Words {
  return sentencesOf<typeof english>(messages[lang]);
}
