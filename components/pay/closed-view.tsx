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
type Told = {
  title: string;
  heading?: ReactNode;
  text: ReactNode;
  next?: { href: string; label: string } | undefined;
};

/** Every page where nothing can be paid: the reason, what happened to the money, and the next step. */
export function ClosedView({ page, reason }: ClosedViewProps) {
  const words = wordsOf(page.lang);
  const told: Told = { ...tell(page, words, reason), next: nextOf(page, words, reason) };
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

/** The reasons whose title and text need nothing, by the names of those texts. */
const plain = {
  not_found: "notFound",
  store_suspended: "suspended",
  paid_far_ahead: "farAhead",
  test_mode_off: "testOff",
  asked_too_often: "askedTooOften",
  customer_blocked: "blocked",
  our_fault: "fault",
  bad_link: "badLink",
  bad_form: "badForm",
} as const;

function tell(page: PayPage, words: Words, reason: Reason): Omit<Told, "next"> {
  switch (reason.kind) {
    case "nowhere":
      return { title: words.text("notFoundTitle"), text: words.text("nowhereText") };
    case "not_on_sale":
    case "sold_out": {
      const name = reason.kind === "sold_out" ? "soldOut" : "notOnSale";
      return {
        title: words.text(`${name}Title`, { plan: reason.planName }),
        heading: words.rich(`${name}Title`, { plan: <Theirs>{reason.planName}</Theirs> }),
        text: words.rich(`${name}Text`, { seller: <SellerName page={page} /> }),
      };
    }
    case "download_over":
      return {
        title: words.text("dlOverTitle"),
        text: words.text(`dlOver_${reason.why}`, { seller: sellerName(page) }),
      };
    case "too_many":
      return {
        title: words.text("tooManyTitle"),
        text: words.text("tooManyText", { minutes: String(reason.minutes) }),
      };
    case "link_ended":
      return {
        title: words.text("linkEndedTitle"),
        text: words.text(reason.form ? "linkEndedText" : "manageSent"),
      };
    default: {
      const name = plain[reason.kind];
      return { title: words.text(`${name}Title`), text: words.text(`${name}Text`) };
    }
  }
}

function nextOf(page: PayPage, words: Words, reason: Reason): Told["next"] {
  if (reason.kind === "nowhere")
    return { href: "/", label: words.text("nowhereStart", { service: page.serviceName }) };
  if (reason.kind === "test_mode_off") return to(reason.developersUrl, words.text("testOffLink"));
  return "backUrl" in reason ? to(reason.backUrl, words.text("back")) : undefined;
}

function to(href: string | null, label: string): Told["next"] {
  return href ? { href, label } : undefined;
}
