import { headers } from "next/headers";
import { type Problem, say } from "@/lib/domain/problem";
import { systemWorld } from "@/lib/services/desk/system-world";

/** Every change must come from a page of this site. A browser says where a form came from; nothing said is a no. */
export async function isSameOrigin(): Promise<boolean> {
  const origin = (await headers()).get("origin");
  return origin !== null && origin === new URL(systemWorld().config.siteUrl).origin;
}

/** Said where it is not so; most often somebody opened the site under another name. */
export function otherOriginProblem(): Problem {
  return say("other_origin", { site: systemWorld().config.siteUrl });
}
