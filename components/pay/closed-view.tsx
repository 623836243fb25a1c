import type { ReactNode } from "react";
import { PayDocument } from "./document";
import { type Words, wordsOf } from "./messages/words";
import { SellerName, SendLink, Theirs } from "./parts";
import type { ClosedViewProps, PayPage } from "./types";

type Reason = ClosedViewProps["reason"];
type Told = { title: string; heading?: ReactNode; text: ReactNode; next?: { href: string; label: string } };

/** Every page where nothing can be paid: the reason, what happened to the money, and the next step. */
export function ClosedView({ page, reason }: ClosedViewProps) {
  const words = wordsOf(page.lang);
  const told = tell(page, words, reason);
  return (
    <PayDocument page={page} title={told.title}>
      <h1>{told.heading ?? told.title}</h1>
      <p className="lead">{told.text}</p>
      {reason.kind === "our_fault" ? (
        <p className="text">
          {words.rich("faultReference", { reference: <span className="code">{reason.reference}</span> })}
        </p>
      ) : null}
      {reason.kind === "link_ended" && reason.form ? <SendLink page={page} form={reason.form} /> : null}
      {told.next ? (
        <p className="act">
          <a className="btn" href={told.next.href}>
            {told.next.label}
          </a>
        </p>
      ) : null}
    </PayDocument>
  );
}

function tell(page: PayPage, words: Words, reason: Reason): Told {
  switch (reason.kind) {
    case "not_found":
      return { title: words.text("notFoundTitle"), text: words.text("notFoundText") };
    case "nowhere":
      return {
        title: words.text("notFoundTitle"),
        text: words.text("nowhereText"),
        next: { href: "/", label: words.text("nowhereStart", { service: page.serviceName }) },
      };
    case "not_on_sale":
      return {
        title: words.text("notOnSaleTitle", { plan: reason.planName }),
        heading: words.rich("notOnSaleTitle", { plan: <Theirs>{reason.planName}</Theirs> }),
        text: words.rich("notOnSaleText", { seller: <SellerName page={page} /> }),
      };
    case "sold_out":
      return {
        title: words.text("soldOutTitle", { plan: reason.planName }),
        heading: words.rich("soldOutTitle", { plan: <Theirs>{reason.planName}</Theirs> }),
        text: words.rich("soldOutText", { seller: <SellerName page={page} /> }),
      };
    case "download_over":
      return {
        title: words.text("dlOverTitle"),
        text: words.text(`dlOver_${reason.why}`, { seller: page.seller?.name ?? page.serviceName }),
      };
    case "store_suspended":
      return { title: words.text("suspendedTitle"), text: words.text("suspendedText") };
    case "paid_far_ahead":
      return { title: words.text("farAheadTitle"), text: words.text("farAheadText") };
    case "test_mode_off":
      return {
        title: words.text("testOffTitle"),
        text: words.text("testOffText"),
        next: back(reason.developersUrl, words.text("testOffLink")),
      };
    case "too_many":
      return {
        title: words.text("tooManyTitle"),
        text: words.text("tooManyText", { minutes: String(reason.minutes) }),
        next: back(reason.backUrl, words.text("back")),
      };
    case "asked_too_often":
      return {
        title: words.text("askedTooOftenTitle"),
        text: words.text("askedTooOftenText"),
        next: back(reason.backUrl, words.text("back")),
      };
    case "link_ended":
      return {
        title: words.text("linkEndedTitle"),
        text: words.text(reason.form ? "linkEndedText" : "manageSent"),
      };
    case "our_fault":
      return {
        title: words.text("faultTitle"),
        text: words.text("faultText"),
        next: back(reason.backUrl, words.text("back")),
      };
    case "customer_blocked":
      return { title: words.text("blockedTitle"), text: words.text("blockedText") };
    case "bad_link":
      return { title: words.text("badLinkTitle"), text: words.text("badLinkText") };
    case "bad_form":
      return {
        title: words.text("badFormTitle"),
        text: words.text("badFormText"),
        next: back(reason.backUrl, words.text("back")),
      };
  }
}

function back(href: string | null, label: string): Told["next"] {
  return href ? { href, label } : undefined;
}
