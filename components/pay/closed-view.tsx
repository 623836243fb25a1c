import type { ReactNode } from "react";
import { PayDocument } from "./document";
import { ButtonLine, SellerName, SendLink, sellerName, Theirs, type Words, wordsOf } from "./parts";
import type { PayPage, PostForm } from "./types";

/** Pages where nothing can be paid. The HTTP status is the caller's: 404, 429, 500 and 200 for the rest. */
export type ClosedViewProps = {
  page: PayPage;
  reason:
    | { kind: "not_found" }
    /** The address is none of ours, as a link that was cut off. */
    | { kind: "nowhere" }
    | { kind: "not_on_sale"; planName: string }
    | { kind: "sold_out"; planName: string }
    | { kind: "download_over"; why: "refunded" | "cancelled" | "late" | "ended" | "suspended" }
    | { kind: "store_suspended" }
    | { kind: "paid_far_ahead" }
    | { kind: "test_mode_off"; developersUrl: string | null }
    | { kind: "too_many"; minutes: number; backUrl: string | null }
    /** One phone was prompted too often, by this store or by all of them. */
    | { kind: "asked_too_often"; backUrl: string }
    /** The link was valid once. `form` sends the current one to the subscriber; null: it was just sent. */
    | { kind: "link_ended"; form: PostForm | null }
    | { kind: "our_fault"; reference: string; backUrl: string | null }
    | { kind: "bad_form"; backUrl: string | null }
    /** The user id in the seller's link is invalid. */
    | { kind: "bad_link" }
    /** The seller blocked this customer. */
    | { kind: "customer_blocked" };
};

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
      {told.next ? <ButtonLine to={told.next.href}>{told.next.label}</ButtonLine> : null}
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
        text: words.text(`dlOver_${reason.why}`, { seller: sellerName(page) }),
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
