/** What of a subscription says that a plan was paid for ahead, and when it begins. */
interface Waiting<Status> {
  status: Status;
  planFrom?: Date | null;
  endedAt: Date | null;
}

/** The step at which such a plan begins; null until then, and where access was ended before. */
export function planBegins<Status>({ status, planFrom, endedAt }: Waiting<Status>, now: Date) {
  if (!planFrom || endedAt || now < planFrom) return null;
  const to = { planFrom: null };
  return { at: planFrom, event: "subscription.changed" as const, previousStatus: status, to };
}
