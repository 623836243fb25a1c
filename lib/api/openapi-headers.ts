import { z } from "zod";
import { rateLimit } from "@/lib/services/people/keys/rate-limit";

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
  "Idempotent-Replayed": header(
    "true when this answer was given before, under the same Idempotency-Key.",
    "true",
  ),
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

/** On answers that may be replayed. */
export const replayHeaders = refer("Idempotent-Replayed");

/** The request header of POST, PATCH and DELETE. */
export const idempotencyHeader = z.object({
  "Idempotency-Key": z.string().min(1).max(255).optional().meta({
    description:
      "Repeat a request with the same key within 24 hours and it has no second effect: the first answer comes again, byte for byte. 1 to 255 printable ASCII characters.",
    example: "0b8f1c52-2a5e-4c2b-9d7e-1f4f6f9a3d21",
  }),
});

/** By the status of a refusal, in addition to the headers above. */
export const refusalHeaders: Record<number, Record<string, { $ref: string }>> = {
  401: refer("WWW-Authenticate"),
  409: refer("Retry-After"),
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
