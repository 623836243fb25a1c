import { headers } from "next/headers";
import { type Problem, say } from "@/lib/domain/refusal";
import { systemWorld } from "@/lib/services/desk/system-world";

/** Every change must come from a page of this site. Browsers send the origin of a form; a missing one is refused. */
export async function isSameOrigin(): Promise<boolean> {
  const origin = (await headers()).get("origin");
  return origin !== null && origin === new URL(systemWorld().config.siteUrl).origin;
}

/** The problem of a wrong origin; most often the site was opened under another name. */
export function otherOriginProblem(): Problem {
  return say("other_origin", { site: systemWorld().config.siteUrl });
}
