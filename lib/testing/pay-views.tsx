import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { withUsedCss } from "@/components/pay/pay-css";
import type { PayFormProps } from "@/components/pay/pay-form-types";
import type { PayPage } from "@/components/pay/types";
import type { Language } from "@/lib/domain/languages";
import { prefixRules } from "@/lib/domain/network";

/** The facts of a payer page of the shop that the tests of views know. */
export function payPage(lang: Language, more: Partial<PayPage> = {}): PayPage {
  return {
    lang,
    nonce: "abc",
    serviceName: "Sente",
    timeZone: "Africa/Nairobi",
    seller: {
      name: "Maji Kwetu",
      isVerified: true,
      phone: "0700 000 000",
      email: "help@maji.example",
      colour: "#E4572E",
    },
    test: false,
    languageLinks: { path: "/here", keep: { test: "1" } },
    ...more,
  };
}

/** A form with both networks of Kenya and a card, where nothing was typed. */
export function payForm(page: PayPage, more: Partial<PayFormProps> = {}): PayFormProps {
  return {
    page,
    action: "/subscribe/a",
    fields: {},
    formId: "3f2a8b6c-6f0e-4c7a-9a53-0d7f6f8f1c11",
    seen: "a",
    shown: "",
    values: {},
    problems: [],
    confirms: false,
    total: null,
    charges: null,
    price: null,
    discount: null,
    code: null,
    isFree: false,
    amount: null,
    quantity: null,
    question: null,
    mobileMoney: {
      networks: [
        { code: "mpesa_ke", name: "M-PESA", isDown: false },
        { code: "airtel_ke", name: "Airtel Money", isDown: false },
      ],
      prefixes: prefixRules(["mpesa_ke", "airtel_ke"]),
      example: "0712 123456",
      known: null,
    },
    card: true,
    email: "optional",
    name: false,
    delivery: false,
    country: "KE",
    renews: { phone: null, card: null },
    earlier: null,
    open: null,
    ...more,
  };
}

/** The whole page, as it is sent. */
export const htmlOf = (view: ReactElement) => withUsedCss(`<!doctype html>${renderToStaticMarkup(view)}`);

/** The page without its style sheets. */
export const bodyOf = (view: ReactElement) => htmlOf(view).replace(/<style[\s\S]*<\/style>/, "");
