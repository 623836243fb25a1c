import { createRouter } from "@/lib/api/route";
import { clientAddressHeader } from "@/lib/domain/address-block";
import type { World } from "@/lib/services/core/world";
import packageFacts from "@/package.json";
import { openDoor } from "@/sdk/mcp/door";
import { answerHttp } from "@/sdk/mcp/http";
import { apiRoot, routes } from "../api/v1/routes";
import { GET as reference } from "../docs/reference.md/route";

const route = createRouter(routes, apiRoot);

/**
 * The door of assistants (Model Context Protocol). It does what the API does and nothing else: each call is a request of the
 * API with the caller's own key, counted, limited and logged as any other, which never leaves this process.
 */
export async function answerAssistant(request: Request, world: World): Promise<Response> {
  const allowWrites = new URL(request.url).searchParams.get("allow_writes") === "yes";
  return answerHttp(request, new URL(world.config.siteUrl).origin, (apiKey) =>
    openDoor({
      ...{ apiKey, allowWrites, version: packageFacts.version },
      // Of this machine, whatever the site is called: nobody looks the name up.
      baseUrl: `http://localhost${apiRoot}`,
      fetch: (input, init) => within(new Request(input, init), request.headers, world),
    }),
  );
}

/** The API's own answer, as to whoever sent the message. */
async function within(asked: Request, from: Headers, world: World): Promise<Response> {
  if (!new URL(asked.url).pathname.startsWith(`${apiRoot}/`)) return reference();
  for (const name of [clientAddressHeader, "user-agent"]) {
    const value = from.get(name);
    if (value !== null) asked.headers.set(name, value);
  }
  return route(asked, world);
}
