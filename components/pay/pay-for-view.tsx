import { moment } from "@/lib/text/dates";
import { payScript } from "./colour";
import { PayDocument } from "./document";
import { wordsOf } from "./messages/words";
import { Fact, priceInWords, Theirs } from "./parts";
import { PaySection } from "./pay-form";
import type { PayFormProps } from "./pay-form-types";
import type { PayPage, Plan } from "./types";

export type PayForViewProps = {
  page: PayPage;
  plan: Plan;
  /** All that is shown of the subscriber; null: not even that. */
  firstName: string | null;
  /** The period that a payment adds; null: it begins when the payment comes. */
  adds: { startsAt: Date; endsAt: Date } | null;
  form: PayFormProps | null;
};

/** Somebody pays for a subscriber: they see what it is and what it costs, and can do nothing else. */
export function PayForView({ page, plan, firstName, adds, form }: PayForViewProps) {
  const words = wordsOf(page.lang);
  const title = firstName
    ? words.text("payForTitle", { plan: plan.name, name: firstName })
    : words.text("payForTitleNobody", { plan: plan.name });
  const values = { plan: <Theirs>{plan.name}</Theirs> };
  return (
    <PayDocument page={page} title={title} script={payScript}>
      <h1>
        {firstName
          ? words.rich("payForTitle", { ...values, name: <Theirs>{firstName}</Theirs> })
          : words.rich("payForTitleNobody", values)}
      </h1>
      <p className="lead">{words.text("payForText")}</p>
      <dl className="facts">
        <Fact label={words.text("price")}>{priceInWords(words, plan)}</Fact>
      </dl>
      <p className="text">
        {adds
          ? words.text("renewAddsTo", { start: moment(page, adds.startsAt), end: moment(page, adds.endsAt) })
          : words.text("renewStartsNow")}
      </p>
      <PaySection page={page} form={form} />
      <p className="plain">{words.text("payForCannot")}</p>
    </PayDocument>
  );
}
