import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { openApiDocument } from "@/lib/api/openapi";
import { methodNotAllowed } from "@/lib/api/route";

export const GET = endpoint({
  summary: "Retrieve this description",
  description: "OpenAPI 3.1, made from the endpoints themselves. It needs no key.",
  tag: "Reference",
  keys: "none",
  returns: z.looseObject({ openapi: z.literal("3.1.0") }),
  handle: async ({ world }) => {
    // Loaded on request, because the list includes this endpoint.
    const { apiRoot, routes } = await import("../routes");
    return openApiDocument(routes, {
      serverUrl: world.config.siteUrl + apiRoot,
      serviceName: world.config.serviceName,
    });
  },
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
