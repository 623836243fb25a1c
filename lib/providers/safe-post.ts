/** One POST to an address that a seller chose. */
export interface SafePostRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** `error.errorClass` is one of: timeout, dns, refused, reset, tls, blocked_address, invalid_url, protocol. */
export type SafePostResult =
  | { kind: "response"; status: number; headers: Record<string, string>; body: string; durationMs: number }
  | { kind: "error"; errorClass: string; message: string; durationMs: number };

export type SafePost = (request: SafePostRequest) => Promise<SafePostResult>;
