/** One authenticated request. Its path has no query. */
export interface RequestLine {
  storeId: number;
  livemode: boolean;
  keyId: number;
  requestId: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  createdAt: Date;
  /** Only of writes, and of what was refused. */
  details: RawDetails | null;
}

/** What a request sent and got, as it was. It is masked before it is stored. */
export interface RawDetails {
  query: string;
  address: string | null;
  keyLast4: string;
  /** Null: its body was not read. */
  sent: Uint8Array | null;
  answered: string | null;
}
