import { randomBytes, randomUUID } from "node:crypto";
import type { ReactElement } from "react";
import { ClosedView, type ClosedViewProps } from "@/components/pay/closed-view";
import { withUsedCss } from "@/components/pay/pay-css";
import type { PayPage, Seller } from "@/components/pay/types";
import { acceptedLanguages, knownLanguage, type Language } from "@/lib/domain/languages";
import { demoEnd } from "@/lib/domain/public-demo";
import { isLocalSite } from "@/lib/domain/sites";
import { env } from "@/lib/env";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { ManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import { playMoneyOf } from "@/lib/services/money/rails";
import { ownPicture } from "./drawn";

type StoreRow = ManagePage["store"];

/** The facts about a request that a payer page has before it reads anything. */
export interface PayRequest {
  request: Request;
  url: URL;
  nonce: string;
  lang(store: { language: string } | null): Language;
  page(store: StoreRow | null, options: { test: boolean; keep?: Record<string, string> }): PayPage;
}

/**
 * Wraps one payer page: it gets the request's facts, and an error becomes a page with a reference instead of a blank
 * screen. The parameters are those of the route's folder.
 */
export function payRoute<Params extends Record<string, string>>(
  serve: (pay: PayRequest, params: Params) => Promise<Response>,
): (request: Request, context: { params: Promise<Params> }) => Promise<Response> {
  return async (request, context) => {
    const pay = payRequest(request);
    try {
      return await serve(pay, await context.params);
    } catch (error) {
      const reference = randomUUID().slice(0, 8);
      systemWorld().log.error(
        { err: error, reference, path: pay.url.pathname.split("/")[1] },
        "A payer page failed.",
      );
      return closed(pay, null, { kind: "our_fault", reference, backUrl: null }, 500);
    }
  };
}

/**
 * The finished page: no inline script runs, nothing is cached, and the address, which is secret, is sent to no other
 * site.
 */
export async function show(
  pay: PayRequest,
  view: ReactElement,
  options: { status?: number; leadsTo?: string | null } = {},
) {
  // Loaded here because Next refuses a static import of the server renderer.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const headers = new Headers({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": policy(pay.nonce, options.leadsTo ?? null),
  });
  const chosen = chosenLanguage(pay.url);
  if (chosen) headers.append("Set-Cookie", `hl=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`);
  return new Response(`<!doctype html>${withUsedCss(renderToStaticMarkup(view))}`, {
    status: options.status ?? 200,
    headers,
  });
}

/** A page on which nothing can be paid. */
export function closed(
  pay: PayRequest,
  store: StoreRow | null,
  reason: ClosedViewProps["reason"],
  status: number,
  test = false,
): Promise<Response> {
  return show(pay, <ClosedView page={pay.page(store, { test })} reason={reason} />, { status });
}

/** The page where nothing is found. */
export function nothing(pay: PayRequest): Promise<Response> {
  return closed(pay, null, { kind: "not_found" }, 404);
}

/** A payer, as who asks a verb for something. */
export function asPayer({ id, accountId }: Pick<StoreRow, "id" | "accountId">, livemode = true) {
  return { storeId: id, accountId, livemode, actor: "payer" };
}

/** After a POST the browser is redirected with GET, so that reloading repeats nothing. */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
}

function payRequest(request: Request): PayRequest {
  const url = new URL(request.url);
  const nonce = randomBytes(16).toString("base64");
  const lang: PayRequest["lang"] = (store) => language(request, url, store?.language ?? "en");
  return {
    request,
    url,
    nonce,
    lang,
    page: (store, { test, keep = {} }) => {
      const { rails, config } = systemWorld();
      const play = store && playMoneyOf(rails, store.id);
      const until = store && config.publicDemo ? demoEnd(store) : null;
      return {
        lang: lang(store),
        nonce,
        serviceName: config.serviceName,
        timeZone: store?.timeZone ?? "UTC",
        seller: store && sellerOf(store),
        test,
        sandbox: !test && play === "sandbox" ? { phone: null, until } : null,
        railTest: !test && play === "test",
        paused: env().PAUSED,
        languageLinks: { path: url.pathname, keep },
      };
    },
  };
}

function sellerOf(store: StoreRow): Seller {
  return {
    name: store.name,
    phone: store.contactPhone,
    email: store.contactEmail,
    colour: store.brandColour,
    logo: ownPicture(store.logoUrl),
    isVerified: store.verificationStatus === "verified",
  };
}

/** A form may only be sent to us, and redirected by us to the seller's return address. */
function policy(nonce: string, leadsTo: string | null): string {
  const target = leadsTo ? ` ${new URL(leadsTo).origin}` : "";
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    `form-action 'self'${target}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Order: `?hl=`, the cookie, the browser's languages, the store's own language. */
function language(request: Request, url: URL, fallback: string): Language {
  const cookie = /(?:^|;\s*)hl=(\w{2})/.exec(request.headers.get("cookie") ?? "")?.[1];
  const asked = acceptedLanguages(request.headers.get("accept-language") ?? "");
  return knownLanguage(chosenLanguage(url), cookie, ...asked, fallback) ?? "en";
}

function chosenLanguage(url: URL): Language | null {
  return knownLanguage(url.searchParams.get("hl"));
}

/**
 * Who may be told that this is paid: the seller's own sites. Whatever runs at a port of the payer's own machine is told
 * only while no money moves. It is a hint without any fact of the payment.
 */
export function doneOf(
  { id, sites }: { id: number; sites: string[] },
  kind: NonNullable<PayPage["done"]>["kind"],
  livemode: boolean,
): PayPage["done"] {
  const moves = livemode && playMoneyOf(systemWorld().rails, id) === null;
  const to = sites.filter((site) => !moves || !isLocalSite(site));
  return to.length > 0 ? { kind, to } : null;
}
