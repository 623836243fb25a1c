import { gzipSync } from "node:zlib";
import type { ReactElement } from "react";
import { describe, expect, test } from "vitest";
import { type Language, languageCodes } from "@/lib/domain/languages";
import { bodyOf, htmlOf, payForm, payPage } from "@/lib/testing/pay-views";
import { ClosedView } from "./closed-view";
import { ManageView } from "./manage-view";
import { payScript } from "./pay-css";
import type { PayFormProps } from "./pay-form-types";
import { CancelView } from "./renew-views";
import { StoreView } from "./shop-views";
import { SubscribeView } from "./subscribe-views";
import { TestPaymentView } from "./test-payment-view";
import type { PaidPeriod, PayPage, SubscriptionFacts } from "./types";

const plan = {
  name: "Gold plan",
  description: "Clean water.",
  price: "KES 1,500",
  interval: "month" as const,
};
const preview = { title: "Tank", text: "KES 1,200", url: "http://x/a", image: "http://x/a/card.png" };
const items = [
  {
    name: "Tank",
    text: "Blue.",
    kind: "Product",
    price: "KES 1,200",
    wasPrice: "KES 1,500",
    picture: "/images/a/small",
    href: "/product/a",
  },
  {
    name: "Gold",
    text: null,
    kind: "Subscription",
    price: "KES 1,500 every month",
    wasPrice: null,
    picture: null,
    href: "/subscribe/a",
  },
];
const account = { ref: "user_41", email: "achieng@example.com" };
const form = { action: "/act", fields: { attempt: "a1" } };
const end = new Date("2026-12-20T11:00:00Z");
const later = new Date("2026-12-23T11:00:00Z");
const periods: PaidPeriod[] = Array.from({ length: 24 }, (_, index) => ({
  startsAt: new Date(Date.UTC(2026, 10 - index, 20)),
  endsAt: new Date(Date.UTC(2026, 11 - index, 20)),
  paidAt: new Date(Date.UTC(2026, 10 - index, 20)),
  amount: "KES 1,500",
}));
const pageIn = (lang: Language, more: Partial<PayPage> = {}) => payPage(lang, { test: true, ...more });

function facts(status: SubscriptionFacts["status"], hasAccess: boolean): SubscriptionFacts {
  const cancelledAt = status === "cancelled" ? end : null;
  return {
    status,
    hasAccess,
    currentPeriodEnd: end,
    accessEndsAt: later,
    cancelledAt,
    endedAt: hasAccess ? null : later,
  };
}

const formOn = (page: PayPage, more: Partial<PayFormProps> = {}) =>
  payForm(page, { fields: { ref: "user_41" }, shown: "150000", total: "KES 1,500", ...more });

const states = {
  active: facts("active", true),
  past_due: facts("past_due", true),
  cancelled: facts("cancelled", true),
  "cancelled and ended": facts("cancelled", false),
  expired: facts("expired", false),
};

function pagesIn(lang: Language): Record<string, ReactElement> {
  const page = pageIn(lang);
  const test = { page, plan, account, form, endpoints: ["http://localhost:4000/hooks"], returnUrl: null };
  const current = { subscription: states.past_due, manageUrl: "/manage/m" };
  const all: Record<string, ReactElement> = {
    subscribe: (
      <SubscribeView
        preview={preview}
        page={pageIn(lang, { test: false })}
        plan={plan}
        account={account}
        form={formOn(page)}
      />
    ),
    "subscribe, closed": (
      <SubscribeView page={page} plan={plan} account={account} form={null} preview={preview} />
    ),
    store: (
      <StoreView
        page={page}
        description="Water."
        items={items}
        newerHref="/store/a"
        olderHref="/store/a?page=3"
        preview={preview}
      />
    ),
    "store, empty": (
      <StoreView
        page={page}
        description={null}
        items={[]}
        newerHref={null}
        olderHref={null}
        preview={preview}
      />
    ),
    "subscribe, already": (
      <SubscribeView
        preview={preview}
        page={page}
        plan={plan}
        account={account}
        current={states.past_due}
        form={formOn(page)}
      />
    ),
    test: <TestPaymentView {...test} event="subscription.activated" />,
    "test, failed": <TestPaymentView {...test} endpoints={[]} event="subscription.activated" failed />,
    "test, renew": <TestPaymentView {...test} event="subscription.renewed" current={current} />,
  };
  for (const [name, subscription] of Object.entries(states)) {
    const common = { page, plan, account, subscription };
    all[`manage, ${name}`] = (
      <ManageView
        {...common}
        renew={form}
        cancelUrl="/c"
        newLinkForm={form}
        periods={periods}
        olderPeriods={3}
      />
    );
    all[`cancel, ${name}`] = <CancelView {...common} form={form} keepUrl="/m" />;
  }
  for (const notice of ["started", "renewed", "cancelled", "payment_failed"] as const) {
    const subscription = states.active;
    const shown = { page, plan, account, subscription, notice };
    all[`notice, ${notice}`] = (
      <ManageView {...shown} renew={null} cancelUrl="/c" newLinkForm={form} periods={[]} />
    );
  }
  const reasons = [
    { kind: "not_found" },
    { kind: "not_on_sale", planName: "Gold plan" },
    { kind: "store_suspended" },
    { kind: "paid_far_ahead" },
    { kind: "test_mode_off", developersUrl: "/d" },
    { kind: "too_many", minutes: 5, backUrl: "/b" },
    { kind: "our_fault", reference: "req_1", backUrl: null },
    { kind: "bad_form", backUrl: "/b" },
    { kind: "bad_link" },
    { kind: "customer_blocked" },
  ] as const;
  for (const reason of reasons) {
    const nobody = reason.kind === "not_found" ? { seller: null } : {};
    all[reason.kind] = <ClosedView page={pageIn(lang, nobody)} reason={reason} />;
  }
  return all;
}

describe.each(languageCodes)("payer pages in %s", (lang) => {
  test.each(Object.entries(pagesIn(lang)))(
    "%s: whole, no empty slot, no script, no style attribute",
    (_, view) => {
      const text = bodyOf(view);
      expect(text).toContain(`<html lang="${lang}" dir="${lang === "ar" ? "rtl" : "ltr"}"`);
      expect(text).not.toMatch(/\{\w+\}|undefined|Invalid Date|\[object/);
      expect(text.replace(`<script src="${payScript}" defer=""></script>`, "")).not.toMatch(
        /<script|style=|javascript:/,
      );
      expect(text.match(/<h1/g)).toHaveLength(1);
      expect(htmlOf(view)).toContain('<style nonce="abc">');
    },
  );

  test("every page is at most 8 KB compressed, with its style sheet", () => {
    const sizes = Object.entries(pagesIn(lang)).map(
      ([name, view]) => [name, gzipSync(htmlOf(view)).length] as const,
    );
    const largest = sizes.reduce((one, other) => (other[1] > one[1] ? other : one));
    // biome-ignore lint/suspicious/noConsole: the size is worth reading in every run.
    console.log(`${lang}: ${sizes.length} pages, largest ${largest[0]} ${largest[1]} bytes`);
    expect(largest[1]).toBeLessThanOrEqual(8192);
  });
});

test("the seller's and the payer's text is escaped and isolated wherever it is shown", () => {
  const evil = '"><script>alert(1)</script>{price}';
  const page = pageIn("en", {
    seller: { name: evil, phone: evil, email: evil, colour: "red}</style><script>" },
    serviceName: evil,
  });
  const shared = {
    page,
    plan: { ...plan, name: evil, description: evil, price: evil },
    account: { ref: evil, email: evil },
  };
  const subscription = states.active;
  const views = [
    <SubscribeView
      preview={preview}
      key="1"
      {...shared}
      form={formOn(page, { question: evil, values: { answer: evil, phone: evil } })}
    />,
    <TestPaymentView
      key="2"
      {...shared}
      form={form}
      event="subscription.activated"
      endpoints={[evil]}
      returnUrl={evil}
    />,
    <ManageView
      key="3"
      {...shared}
      subscription={subscription}
      renew={form}
      cancelUrl="/c"
      newLinkForm={form}
      periods={[]}
    />,
    <CancelView key="4" {...shared} subscription={subscription} form={form} keepUrl="/k" />,
    <ClosedView key="5" page={page} reason={{ kind: "not_on_sale", planName: evil }} />,
  ];
  for (const view of views) {
    expect(htmlOf(view).match(/<script/g) ?? []).toHaveLength(htmlOf(view).includes(payScript) ? 1 : 0);
    expect(htmlOf(view).match(/<\/style>/g)).toHaveLength(1);
    expect(htmlOf(view)).toContain("<bdi>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;{price}</bdi>");
  }
});

test("Payment succeeds and Payment fails are forms of their own that post", () => {
  const view = (
    <TestPaymentView
      {...{ page: pageIn("en"), plan, account, form }}
      event="subscription.activated"
      endpoints={[]}
      returnUrl={null}
    />
  );
  const forms = bodyOf(view).match(/<form action="\/act" method="post">.*?<\/form>/g) ?? [];
  expect(forms).toHaveLength(2);
  expect(forms[0]).toMatch(/name="outcome" value="succeed".*Payment succeeds/);
  expect(forms[1]).toMatch(/name="outcome" value="fail".*Payment fails/);
  expect(bodyOf(view)).toContain("Test page. No money moves.");
});

test("the manage page says what each state means for access, and cancels only what can be cancelled", () => {
  const shown = (subscription: SubscriptionFacts) =>
    bodyOf(
      <ManageView
        {...{ page: pageIn("en"), plan, account, subscription }}
        renew={form}
        cancelUrl="/c"
        newLinkForm={form}
        periods={[]}
      />,
    );
  expect(shown(states.active)).toMatch(/Paid until 20 Dec 2026\..*Renew early, KES 1,500.*href="\/c"/);
  expect(shown(states.past_due)).toMatch(
    /ended on 20 Dec 2026\. You still have access until 23 Dec 2026, 14:00.*Renew now.*href="\/c"/,
  );
  expect(shown(states.cancelled)).toMatch(/Cancelled on .* access until .*Start again/);
  expect(shown({ ...states.cancelled, cancelledBy: "subscriber" })).toMatch(/You cancelled on .* access/);
  expect(shown({ ...states.cancelled, cancelledBy: "seller" })).toMatch(/Maji Kwetu cancelled on .* access/);
  expect(shown(states.expired)).toMatch(/Your access ended on .*Start again/);
  for (const over of [states.cancelled, states.expired]) expect(shown(over)).not.toContain('href="/c"');
});

test("cancelling in the grace period is said to stop access at once", () => {
  const view = (
    <CancelView
      {...{ page: pageIn("en"), plan, account, form }}
      subscription={states.past_due}
      keepUrl="/k"
    />
  );
  expect(bodyOf(view)).toMatch(/Access stops at once\..*Cancel my subscription.*Keep it/);
});
