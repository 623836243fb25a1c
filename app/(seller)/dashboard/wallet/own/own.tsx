import { notFound } from "next/navigation";
import { z } from "zod";
import type { FieldSpec } from "@/app/_forms/form-field";
import { railFieldSpecs } from "@/app/(operator)/ops/rails/rail-fields";
import { railName } from "@/app/(operator)/ops/rails/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import type { Money } from "@/lib/domain/money";
import { formatMoney } from "@/lib/domain/money";
import { type AccountView, type Held, readAccount } from "@/lib/services/desk/own-accounts/read";
import { kindOf } from "@/lib/services/desk/rails/read-rails";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { Thing } from "../../act-page";
import { ownAccountPath } from "../../paths";
import type { AtStore } from "../../words";

export const keyField = z.string().max(60);

/** An account of the store's own, which acts are about. */
export const ownAccount: Thing<AccountView, string> = {
  section: "own",
  id: keyField,
  // A key has a colon, and addresses write it otherwise.
  find: (seller, key) =>
    readAccount(systemWorld(), seller.caller(true), key.replace(/%3a/i, ":")).catch(() => notFound()),
  // What the page offered: pressed on an old page it does not do the opposite.
  sent: ({ key, state }) => ({ id: key, wish: state === "on" ? "off" : "on" }),
  back: ({ key }, words) => ({ href: ownAccountPath(key), text: words.text("ownBack") }),
};

export const accountTones: Record<AccountView["state"], StatusTone> = {
  on: "ok",
  off: "ended",
  broken: "bad",
};

/** "M-PESA", "Paystack, test mode". */
export function accountKind(
  { rail, livemode }: Pick<AccountView, "rail" | "livemode">,
  words: DashboardWords,
) {
  const name = railName(rail, words);
  return livemode ? name : words.text("ownInTest", { rail: name });
}

/** "Agrees with its list of 27 Nov". */
export function comparedText(
  { day, agrees }: NonNullable<AccountView["compared"]>,
  { words }: AtStore,
): string {
  const shown = new Intl.DateTimeFormat(words.locale, { dateStyle: "medium", timeZone: "UTC" }).format(day);
  return words.text(agrees ? "ownAgrees" : "ownDiffers", { day: shown });
}

export function amounts(all: Money[], words: DashboardWords): string {
  return all.length === 0
    ? words.text("ownNothing")
    : all.map((one) => formatMoney(one, words.lang)).join(", ");
}

/** "KES 228,037 is there now", or was there when that was told last. */
export function thereText(held: Held[], { words, seller }: AtStore): string {
  const [at] = held.flatMap((one) => one.at ?? []);
  const amount = amounts(held, words);
  if (!at) return words.text("ownThere", { amount });
  const { timeZone } = seller.store;
  const time = new Intl.DateTimeFormat(words.locale, { timeStyle: "short", timeZone }).format(at);
  return words.text("ownThereAt", { amount, time });
}

/** Name, mode and credentials. `account`: what is kept already. */
export function accountSpecs(
  rail: string,
  words: DashboardWords,
  account?: Pick<AccountView, "label" | "livemode" | "shown">,
): FieldSpec[] {
  const kind = kindOf(rail);
  const label: FieldSpec = {
    ...{ kind: "text", name: "label", label: words.text("ownLabel"), value: account?.label ?? "" },
    placeholder: words.text("ownLabelExample"),
  };
  if (!kind) return [label];
  const mode: FieldSpec = {
    ...{ kind: "select", name: "mode", label: words.text("mode") },
    options: [
      { value: "live", label: words.text("modeLiveMoney") },
      { value: "test", label: words.text("modeTestMoney") },
    ],
    value: account && !account.livemode ? "test" : "live",
  };
  return [label, ...railFieldSpecs(kind, account?.shown ?? {}, words), mode];
}
