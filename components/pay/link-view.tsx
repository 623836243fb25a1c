import type { ReactNode } from "react";
import { moment } from "@/lib/text/dates";
import { PayDocument, PreviewTags } from "./document";
import { ButtonLine, SellerName, Theirs, Written, wordsOf } from "./parts";
import { payScript } from "./pay-css";
import { PaySection } from "./pay-form";
import type { PayFormProps } from "./pay-form-types";
import type { PayPage, Preview } from "./types";

/** A payment link as its payers see it. Amounts are formatted, currency code first. */
export type LinkFacts = {
  title: string;
  description: string | null;
  /** Null where the payer types the amount. */
  amount: string | null;
  /** Null unless the seller shows how many places are taken. */
  places: { taken: number; max: number } | null;
};

export type LinkViewProps = {
  page: PayPage;
  link: LinkFacts;
  /** Null: no way to pay is configured. */
  form: PayFormProps | null;
  preview: Preview;
};

export type LinkClosedViewProps = {
  page: PayPage;
  /** Null for a deleted link, which no longer shows its purpose. */
  title: string | null;
  reason:
    | { kind: "paused" }
    | { kind: "expired"; at: Date }
    /** All its payments were made. */
    | { kind: "full" }
    /** It accepted one payment, which was made. */
    | { kind: "paid" }
    /** Open payments hold the last places. */
    | { kind: "busy"; againUrl: string }
    | { kind: "deleted" };
};

/** The page of a payment link: its purpose and the payment form. */
export function LinkView({ page, link, form, preview }: LinkViewProps) {
  const words = wordsOf(page.lang);
  const { places } = link;
  return (
    <PayDocument
      page={page}
      title={link.title}
      script={payScript}
      head={<PreviewTags page={page} preview={preview} />}
    >
      <h1>
        <Theirs>{link.title}</Theirs>
      </h1>
      {link.amount ? <p className="price">{link.amount}</p> : null}
      <Written look="lead keep" text={link.description} />
      {places ? (
        <p className="text">
          {words.text("linkPlaces", { taken: String(places.taken), max: String(places.max) })}
        </p>
      ) : null}
      <PaySection page={page} form={form} />
    </PayDocument>
  );
}

/** A link that accepts no payment now: why, what that means for the money, and whom to ask. */
export function LinkClosedView({ page, title, reason }: LinkClosedViewProps) {
  const words = wordsOf(page.lang);
  const told = tell(page, reason);
  return (
    <PayDocument page={page} title={told.title}>
      <h1>{told.title}</h1>
      <Written look="price" text={title} />
      <p className="lead">{told.text}</p>
      {reason.kind === "busy" ? (
        <ButtonLine to={reason.againUrl}>{words.text("linkTryAgain")}</ButtonLine>
      ) : null}
    </PayDocument>
  );
}

function tell(page: PayPageOf, reason: LinkClosedViewProps["reason"]): { title: string; text: ReactNode } {
  const words = wordsOf(page.lang);
  const seller = <SellerName page={page} />;
  switch (reason.kind) {
    case "paused":
      return { title: words.text("linkPausedTitle"), text: words.rich("linkPausedText", { seller }) };
    case "expired": {
      const date = moment(page, reason.at);
      return { title: words.text("linkExpiredTitle"), text: words.rich("linkExpiredText", { date, seller }) };
    }
    case "full":
      return { title: words.text("linkFullTitle"), text: words.rich("linkFullText", { seller }) };
    case "paid":
      return { title: words.text("linkPaidTitle"), text: words.text("linkPaidText") };
    case "busy":
      return { title: words.text("linkBusyTitle"), text: words.text("linkBusyText") };
    case "deleted":
      return { title: words.text("linkDeletedTitle"), text: words.rich("linkDeletedText", { seller }) };
  }
}

type PayPageOf = LinkClosedViewProps["page"];
