import { currentSession } from "@/lib/auth/session";

/** Whether whoever is signed in in this browser belongs to the account of this store: they look, and receive nothing. */
export async function isOwnSeller({ accountId }: { accountId: number }): Promise<boolean> {
  const session = await currentSession();
  return session?.memberships.some(({ account }) => account.id === accountId) ?? false;
}
