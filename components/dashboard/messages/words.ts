import { type Sentences, sentencesOf } from "@/components/messages/sentences";
import { frenchSpaces } from "@/lib/domain/french-spaces";
import { enAccount } from "./en-account";
import { enAuth } from "./en-auth";
import { enCustomers } from "./en-customers";
import { enDevelopers } from "./en-developers";
import { enDisputes } from "./en-disputes";
import { enEvents } from "./en-events";
import { enHistory } from "./en-history";
import { enInvoices } from "./en-invoices";
import { enLinks } from "./en-links";
import { enMessages } from "./en-messages";
import { enOps } from "./en-ops";
import { enOpsActs } from "./en-ops-acts";
import { enOpsCorrections } from "./en-ops-corrections";
import { enOpsHealth } from "./en-ops-health";
import { enOpsLog } from "./en-ops-log";
import { enOpsPlans } from "./en-ops-plans";
import { enOpsRails } from "./en-ops-rails";
import { enOpsReconciliation } from "./en-ops-reconciliation";
import { enOpsRefunds } from "./en-ops-refunds";
import { enOpsTasks } from "./en-ops-tasks";
import { enOpsTold } from "./en-ops-told";
import { enOrders } from "./en-orders";
import { enOverview } from "./en-overview";
import { enProducts } from "./en-products";
import { enRefunds } from "./en-refunds";
import { enSearch } from "./en-search";
import { enSettings } from "./en-settings";
import { enShell } from "./en-shell";
import { enStatus } from "./en-status";
import { enSubscriptions } from "./en-subscriptions";
import { enTasks } from "./en-tasks";
import { enTeam } from "./en-team";
import { enWallet } from "./en-wallet";
import { frAccount } from "./fr-account";
import { frAuth } from "./fr-auth";
import { frCustomers } from "./fr-customers";
import { frDevelopers } from "./fr-developers";
import { frDisputes } from "./fr-disputes";
import { frEvents } from "./fr-events";
import { frHistory } from "./fr-history";
import { frInvoices } from "./fr-invoices";
import { frLinks } from "./fr-links";
import { frMessages } from "./fr-messages";
import { frOps } from "./fr-ops";
import { frOpsActs } from "./fr-ops-acts";
import { frOpsCorrections } from "./fr-ops-corrections";
import { frOpsHealth } from "./fr-ops-health";
import { frOpsLog } from "./fr-ops-log";
import { frOpsPlans } from "./fr-ops-plans";
import { frOpsRails } from "./fr-ops-rails";
import { frOpsReconciliation } from "./fr-ops-reconciliation";
import { frOpsRefunds } from "./fr-ops-refunds";
import { frOpsTasks } from "./fr-ops-tasks";
import { frOpsTold } from "./fr-ops-told";
import { frOrders } from "./fr-orders";
import { frOverview } from "./fr-overview";
import { frProducts } from "./fr-products";
import { frRefunds } from "./fr-refunds";
import { frSearch } from "./fr-search";
import { frSettings } from "./fr-settings";
import { frShell } from "./fr-shell";
import { frStatus } from "./fr-status";
import { frSubscriptions } from "./fr-subscriptions";
import { frTasks } from "./fr-tasks";
import { frTeam } from "./fr-team";
import { frWallet } from "./fr-wallet";

/** The languages of the dashboard. */
export const dashboardLanguages = { en: "English", fr: "Français" } as const;
export type DashboardLanguage = keyof typeof dashboardLanguages;

// One file a topic and language; English decides the keys of each. No key is in two files.
const english = {
  ...enShell,
  ...enSearch,
  ...enSettings,
  ...enStatus,
  ...enOverview,
  ...enProducts,
  ...enSubscriptions,
  ...enOrders,
  ...enHistory,
  ...enWallet,
  ...enRefunds,
  ...enMessages,
  ...enLinks,
  ...enInvoices,
  ...enCustomers,
  ...enAccount,
  ...enTeam,
  ...enDevelopers,
  ...enEvents,
  ...enTasks,
  ...enDisputes,
  ...enOps,
  ...enOpsActs,
  ...enOpsCorrections,
  ...enOpsHealth,
  ...enOpsLog,
  ...enOpsPlans,
  ...enOpsRails,
  ...enOpsRefunds,
  ...enOpsReconciliation,
  ...enOpsTasks,
  ...enOpsTold,
  ...enAuth,
};

/** A language must have every key of English, or it does not compile. */
export interface DashboardMessages {
  shell: Record<keyof typeof enShell, string>;
  overview: Record<keyof typeof enOverview, string>;
  status: Record<keyof typeof enStatus, string>;
  settings: Record<keyof typeof enSettings, string>;
  customers: Record<keyof typeof enCustomers, string>;
  invoices: Record<keyof typeof enInvoices, string>;
  links: Record<keyof typeof enLinks, string>;
  messages: Record<keyof typeof enMessages, string>;
  refunds: Record<keyof typeof enRefunds, string>;
  wallet: Record<keyof typeof enWallet, string>;
  history: Record<keyof typeof enHistory, string>;
  orders: Record<keyof typeof enOrders, string>;
  subscriptions: Record<keyof typeof enSubscriptions, string>;
  products: Record<keyof typeof enProducts, string>;
  search: Record<keyof typeof enSearch, string>;
  account: Record<keyof typeof enAccount, string>;
  team: Record<keyof typeof enTeam, string>;
  developers: Record<keyof typeof enDevelopers, string>;
  events: Record<keyof typeof enEvents, string>;
  tasks: Record<keyof typeof enTasks, string>;
  disputes: Record<keyof typeof enDisputes, string>;
  ops: Record<keyof typeof enOps, string>;
  opsActs: Record<keyof typeof enOpsActs, string>;
  opsCorrections: Record<keyof typeof enOpsCorrections, string>;
  opsHealth: Record<keyof typeof enOpsHealth, string>;
  opsLog: Record<keyof typeof enOpsLog, string>;
  opsRails: Record<keyof typeof enOpsRails, string>;
  opsRefunds: Record<keyof typeof enOpsRefunds, string>;
  opsReconciliation: Record<keyof typeof enOpsReconciliation, string>;
  opsTasks: Record<keyof typeof enOpsTasks, string>;
  opsTold: Record<keyof typeof enOpsTold, string>;
  auth: Record<keyof typeof enAuth, string>;
}

export type DashboardKey = keyof typeof english;

/** A name that was put together at run time, as a key where there is such a sentence. */
export function knownKey(name: string): DashboardKey | null {
  // Safe: it has just been found among the keys.
  return Object.hasOwn(english, name) ? (name as DashboardKey) : null;
}

export interface DashboardWords extends Sentences<typeof english> {
  lang: DashboardLanguage;
  /** How the language writes dates and times: the day before the month in both. */
  locale: string;
  /** "1 order", "3 orders": the sentence for this number, its `{count}` written in the language. */
  count: (number: number, one: DashboardKey, other: DashboardKey) => string;
}

export const dashboardMessages: Record<DashboardLanguage, Record<DashboardKey, string>> = {
  en: english,
  fr: spaced({
    ...frShell,
    ...frSearch,
    ...frSettings,
    ...frStatus,
    ...frOverview,
    ...frProducts,
    ...frSubscriptions,
    ...frOrders,
    ...frHistory,
    ...frWallet,
    ...frRefunds,
    ...frMessages,
    ...frLinks,
    ...frInvoices,
    ...frCustomers,
    ...frAccount,
    ...frTeam,
    ...frDevelopers,
    ...frEvents,
    ...frTasks,
    ...frDisputes,
    ...frOps,
    ...frOpsActs,
    ...frOpsCorrections,
    ...frOpsHealth,
    ...frOpsLog,
    ...frOpsPlans,
    ...frOpsRails,
    ...frOpsRefunds,
    ...frOpsReconciliation,
    ...frOpsTasks,
    ...frOpsTold,
    ...frAuth,
  }),
};

function spaced<Key extends string>(sentences: Record<Key, string>): Record<Key, string> {
  const pairs = Object.entries<string>(sentences).map(([key, sentence]) => [key, frenchSpaces(sentence)]);
  // Safe: the keys are exactly those of `sentences`; Object.fromEntries forgets them.
  return Object.fromEntries(pairs) as Record<Key, string>;
}

const locales: Record<DashboardLanguage, string> = { en: "en-GB", fr: "fr-FR" };

export function dashboardWords(lang: DashboardLanguage): DashboardWords {
  const sentences = sentencesOf<typeof english>(dashboardMessages[lang]);
  const plural = new Intl.PluralRules(lang);
  const numbers = new Intl.NumberFormat(lang);
  return {
    ...sentences,
    lang,
    locale: locales[lang],
    count: (number, one, other) =>
      sentences.loose(plural.select(number) === "one" ? one : other, { count: numbers.format(number) }),
  };
}

/** What a person chose, where the dashboard speaks it; else English. */
export function dashboardLanguageOf(chosen: string): DashboardLanguage {
  return Object.hasOwn(dashboardLanguages, chosen) ? asLanguage(chosen) : "en";
}

/** Safe: the caller has just found it among the languages. */
function asLanguage(known: string): DashboardLanguage {
  return known as DashboardLanguage;
}
