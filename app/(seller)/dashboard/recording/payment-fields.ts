import type { Fields } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { formatMoney, type Money } from "@/lib/domain/money";

/** What the fields are shown with. */
export interface About {
  words: DashboardWords;
  owed: Money;
}

/** The fields of a payment that the seller took themselves. `recordPayment` returns problems under the same names. */
export const paymentFields = {
  amount: {
    kind: "text",
    inputMode: "decimal",
    label: ({ words, owed: { currency } }) => words.text("amountIn", { currency }),
    help: ({ words, owed }) => words.text("takenAmountHelp", { most: formatMoney(owed, words.lang) }),
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
} satisfies Fields<About>;

/** Shown while a payer's own payment is open. */
export const openField = {
  agrees: {
    kind: "boxes",
    label: "takenOpenAsk",
    options: ({ words }) => [{ value: "yes", label: words.text("takenAnyway") }],
  },
} satisfies Fields<About>;
