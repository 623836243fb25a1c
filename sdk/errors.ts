import type { Error as ErrorBody } from "./types.ts";

/** The API said no. `code` is its `error`, where there is one; `errors` are the problems by field. */
export class SenteError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly errors: Record<string, string[]>;
  readonly requestId: string | null;
  readonly docUrl: string | null;
  /** Seconds that the answer asked to wait. */
  readonly retryAfter: number | null;
  constructor(status: number, body: Partial<ErrorBody>, retryAfter: number | null) {
    super(body.message ?? `The API answered ${status}.`);
    this.name = "SenteError";
    this.status = status;
    this.code = body.error ?? null;
    this.errors = body.errors ?? {};
    this.requestId = body.request_id ?? null;
    this.docUrl = body.doc_url ?? null;
    this.retryAfter = retryAfter;
  }
}

/** The API could not be reached, or did not answer in time. Whether the request had an effect is not known. */
export class SenteConnectionError extends Error {
  override name = "SenteConnectionError";
}

/** This was not sent by the service, or not just now: answer 400 and do nothing. */
export class WebhookSignatureError extends Error {
  override name = "WebhookSignatureError";
}

/** What says nothing about the user. A refusal such as 401 is the caller's to see, at once. */
export function isOutage(error: unknown): boolean {
  if (error instanceof SenteConnectionError) return true;
  return error instanceof SenteError && (error.status >= 500 || error.status === 429);
}
