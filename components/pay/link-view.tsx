import type { ReactNode } from "react";
import { moment } from "@/lib/text/dates";
import { payScript } from "./colour";
import { PayDocument } from "./document";
import type { LinkClosedViewProps, LinkViewProps } from "./document-types";
import { wordsOf } from "./messages/words";
import { SellerName, Theirs } from "./parts";
import { PaySection } from "./pay-form";
import { PreviewTags } from "./preview-tags";

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
      {link.description ? (
        <p className="lead keep">
          <Theirs>{link.description}</Theirs>
        </p>
      ) : null}
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
      {title ? (
        <p className="price">
          <Theirs>{title}</Theirs>
        </p>
      ) : null}
      <p className="lead">{told.text}</p>
      {reason.kind === "busy" ? (
        <p className="act">
          <a className="btn" href={reason.againUrl}>
            {words.text("linkTryAgain")}
          </a>
        </p>
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
