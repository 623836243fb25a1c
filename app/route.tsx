import { dashboardWords } from "@/components/dashboard/messages/words";
import { currentSession } from "@/lib/auth/session";
import { acceptedLanguages, dashboardLanguage } from "@/lib/domain/languages";
import { demoRefusals } from "@/lib/domain/public-demo";
import { say } from "@/lib/domain/refusal";
import { env } from "@/lib/env";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readFirstPlan } from "@/lib/services/people/accounts/write-store";
import { problemText } from "@/lib/text/problem";
import { HomeView, homeCss } from "./_home/home-view";
import { policyOf } from "./docs/docs-answer";

const policy = policyOf(homeCss, "'self'");

/** The home page for visitors. Who is signed in goes on to the dashboard. */
export async function GET(request: Request): Promise<Response> {
  if (await currentSession()) return goTo("/dashboard");
  const chosen = dashboardLanguage(new URL(request.url).searchParams.get("hl"));
  const world = systemWorld();
  const words = dashboardWords(chosen ?? languageOf(request));
  const why = new URL(request.url).searchParams.get("why");
  const code = demoRefusals.find((one) => one === why);
  const view = (
    <HomeView
      words={words}
      serviceName={world.config.serviceName}
      plan={await readFirstPlan(world)}
      termsUrl={env().TERMS_URL ?? null}
      demo={world.config.publicDemo ? { problem: code ? problemText(words.lang, say(code)) : null } : null}
    />
  );
  // Loaded here because Next refuses a static import of the server renderer.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return new Response(`<!doctype html>${renderToStaticMarkup(view)}`, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      ...(chosen ? { "Set-Cookie": `hl=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax` } : {}),
    },
  });
}

function goTo(path: string): Response {
  return new Response(null, { status: 307, headers: { Location: path, "Cache-Control": "no-store" } });
}

/** The language chosen before in this browser, else the browser's own. */
function languageOf(request: Request) {
  const cookie = /(?:^|;\s*)hl=(\w{2})/.exec(request.headers.get("cookie") ?? "")?.[1];
  const accepted = acceptedLanguages(request.headers.get("accept-language") ?? "");
  return dashboardLanguage(cookie, ...accepted) ?? "en";
}
