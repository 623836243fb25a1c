import { currentSession } from "@/lib/auth/session";

/** Whether the signed-in person of this browser belongs to this store's account, so that they are not the recipient. */
export async function isOwnSeller({ accountId }: { accountId: number }): Promise<boolean> {
  const session = await currentSession();
  return session?.memberships.some(({ account }) => account.id === accountId) ?? false;
}
