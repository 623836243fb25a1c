import { visitingSeller } from "@/lib/auth/current-seller";
import { isSameOrigin, requestIp, visitorLanguages } from "@/lib/auth/request";
import { startSession } from "@/lib/auth/session";
import { dashboardLanguage } from "@/lib/domain/languages";
import { Invalid } from "@/lib/domain/refusal";
import { openDemoStore } from "@/lib/services/desk/demo/open-store";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The button of a public demo: opens a store and signs its visitor in. Elsewhere, and from another site, nothing happens. */
export async function POST(): Promise<Response> {
  const world = systemWorld();
  if (!world.config.publicDemo || !(await isSameOrigin())) return seeOther("/");
  if (await visitingSeller()) return seeOther("/dashboard");
  const language = dashboardLanguage(...(await visitorLanguages())) ?? "en";
  try {
    const person = await openDemoStore(world, { ip: await requestIp(), language });
    await startSession({ ...person, by: "sign_up" });
    return seeOther("/dashboard");
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return seeOther(`/?why=${error.first.code}`);
  }
}

/** A reload of its address, or a link to it. */
export async function GET(): Promise<Response> {
  return seeOther("/");
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
}
