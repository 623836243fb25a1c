/** The store, account and mode for which a verb acts. Every query of the verb is limited to it. */
export interface Caller {
  storeId: number;
  accountId: number;
  livemode: boolean;
  /** For the audit log: `key:12`, `user:3`, `payer`, `system`. */
  actor: string;
  /** The stores of the account to which this person is limited; for everyone else it is not set. */
  onlyStores?: readonly number[];
  /** What their page said, as `sealShown` wrote it; for who saw no page it is not set. */
  seen?: string;
}
