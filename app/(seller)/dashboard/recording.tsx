import { refresh } from "next/cache";
import { type Fields, fieldSpecs } from "@/app/_forms/fields";
import type { DashboardWords, PlainKey } from "@/components/dashboard/messages/words";
import { Notice } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { civilDateIn } from "@/lib/domain/civil-date";
import { formatMoney, type Money, typedInEnglish } from "@/lib/domain/money";
import { Invalid } from "@/lib/domain/refusal";
import { composeUuid } from "@/lib/domain/token";
import { sentText } from "@/lib/resources/form-fields";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { OpenPayment } from "@/lib/services/money/outside/owed";
import { type OutsidePayment, recordPayment } from "@/lib/services/money/outside/record";
import { type Act, NothingToDo } from "./act-page";
import type { Section } from "./sections";
import { wordsFor } from "./words";

/** What a payment is recorded for. */
interface Owing {
  id: number;
  number: string;
  owed: Money;
  /** Why nothing can be recorded; null where something can. */
  bar: PlainKey | null;
  /** Whether a part may be recorded; an order is paid whole. */
  takesParts: boolean;
  open: OpenPayment[];
}

interface Shown {
  words: DashboardWords;
  row: { owed: Money };
}

/** The fields of a payment that the seller took themselves. `recordPayment` returns problems under the same names. */
export const paymentFields = {
  amount: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, row: { owed } }) => words.text("amountIn", { currency: owed.currency }),
    help: ({ words, row: { owed } }) =>
      words.text("takenAmountHelp", { most: formatMoney(owed, words.lang) }),
  },
  method: {
    kind: "select",
    label: "takenHow",
    options: ({ words }) => [
      { value: "cash", label: words.text("method_cash") },
      { value: "bank", label: words.text("takenBank") },
    ],
  },
  day: { kind: "text", type: "date", label: "takenOn" },
  reference: { kind: "text", label: "takenCode", help: "takenCodeHelp" },
} satisfies Fields<Shown>;

/** Shown while a payer's own payment is open. */
const openField = {
  agrees: {
    kind: "boxes",
    label: "takenOpenAsk",
    options: ({ words }) => [{ value: "yes", label: words.text("takenAnyway") }],
  },
} satisfies Fields<Shown>;

const fields = { ...paymentFields, ...openField };

/** The seller took a payment themselves, of an order or of an invoice: the act that records it. */
export function recordingOf(of: {
  section: Section;
  find(seller: CurrentSeller, id: string): Promise<Owing>;
  path(id: number): string;
  payment(id: number): OutsidePayment["for"];
}): Act<Owing, number, typeof fields> {
  const on: Act<Owing, number, typeof fields>["on"] = {
    ...{ section: of.section, id: idField, find: of.find },
    sent: ({ id, owed }) => {
      const world = systemWorld();
      const key = composeUuid(world.random.bytes(16));
      const seen = sealShown(world, `payment/${key}`, { due: owed });
      return { id: String(id), key, currency: owed.currency, seen };
    },
    back: ({ id, number }, words) => ({ href: of.path(id), text: words.text("backTo", { number }) }),
  };
  return {
    on,
    may: "payment.record",
    title: "recordPayment",
    head: ({ row, words }) => words.text("recordOn", { number: row.number }),
    purpose: ({ words }) => words.text("recordPurpose"),
    go: ({ row, words }) =>
      row.takesParts
        ? words.text("recordGo")
        : words.text("recordAmount", { amount: formatMoney(row.owed, words.lang) }),
    fields,
    specs: (about) => {
      const { row, seller } = about;
      const { amount, ...others } = paymentFields;
      const day = civilDateIn(systemWorld().clock.now(), seller.store.timeZone);
      return fieldSpecs(
        { ...(row.takesParts ? { amount } : {}), ...others, ...(row.open.length > 0 ? openField : {}) },
        about,
        { method: "cash", day, agrees: [] },
      );
    },
    closed: ({ row, words }) =>
      row.bar && <NothingToDo title={words.loose(row.bar, {})} back={on.back(row, words)} />,
    around: (form, { row, words }) => (
      <div className="grid max-w-[40rem] gap-6">
        {row.open.map((payment, index) => (
          // Two of them may be alike in all that is shown.
          <Notice key={index} tone="warn" title={words.text("takenOpen")}>
            {words.text("takenOpenText", {
              amount: formatMoney({ minor: payment.amountMinor, currency: payment.currency }, words.lang),
              phone: payment.phone ?? words.text("method_card"),
            })}
          </Notice>
        ))}
        {form}
      </div>
    ),
    run: async (seller, { id, typed: { amount, agrees, ...typed }, form }, world) => {
      const words = wordsFor(seller);
      const payment = {
        ...{ ...typed, id: sentText(form, "key"), for: of.payment(id), agrees: agrees.length > 0 },
        amount: typedInEnglish(amount, sentText(form, "currency"), words.lang),
      };
      await recordPayment(world, seller.caller(true), payment).catch((error: unknown) => {
        // The page shows the open payment, and the box to tick.
        if (error instanceof Invalid && error.errors.agrees) refresh();
        throw error;
      });
      return done(of.path(id), words.text("paymentRecorded"));
    },
  };
}
