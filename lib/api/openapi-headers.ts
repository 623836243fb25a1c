import { rateLimit } from "@/lib/services/keys/rate-limit";

const limit = rateLimit.requests;

/** Every header of the API, once; answers refer to them by name. */
export const headerComponents = {
  "Request-Id": header(
    "Names this request. Say it when you ask for help.",
    "req_0Mfz8aQ24fQ2mZ8rT1vXw7Yb3NcKdJ",
  ),
  "RateLimit-Policy": header(
    "The limit: q requests in w seconds.",
    `"default";q=${limit};w=${rateLimit.seconds}`,
  ),
  RateLimit: header("r requests are left; in t seconds there are more.", `"default";r=${limit - 3};t=42`),
  "X-RateLimit-Limit": header("Requests a minute.", limit),
  "X-RateLimit-Remaining": header("Requests left now.", limit - 3),
  "X-RateLimit-Reset": header("The instant to wait for, in Unix seconds.", 1_769_851_842),
  "Retry-After": header("Seconds to wait.", 42),
  "WWW-Authenticate": header("How to send a key.", "Bearer"),
};

/** On every answer. */
export const answerHeaders = refer("Request-Id");

/** On every answer to a working key. */
export const rateHeaders = refer(
  "RateLimit-Policy",
  "RateLimit",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
);

/** By status of a refusal, beside those above. */
export const refusalHeaders: Record<number, Record<string, { $ref: string }>> = {
  401: refer("WWW-Authenticate"),
  429: refer("Retry-After", "X-RateLimit-Reset"),
  503: refer("Retry-After"),
};

function refer(...names: (keyof typeof headerComponents)[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(description: string, example: string | number) {
  return {
    description,
    schema: { type: typeof example === "number" ? "integer" : "string" },
    example,
  } as const;
}
