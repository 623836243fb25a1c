import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { Membership, SessionFacts } from "@/lib/services/accounts/read-session";
import type { Seller } from "@/lib/services/accounts/seller";
import { currentSession } from "./session";

const storeCookieName = "store";

/** The signed-in person and the store they are looking at. */
export interface CurrentSeller extends Membership {
  user: SessionFacts["user"];
  /** The same person as verbs take them, in one mode. */
  caller(livemode: boolean): Seller;
}

/** For pages and actions of sellers: sends everyone else away. Several stores: the one chosen before, else the first. */
export async function currentSeller(): Promise<CurrentSeller> {
  const session = await currentSession();
  if (!session) redirect("/sign-in");
  const chosen = Number((await cookies()).get(storeCookieName)?.value);
  const membership = session.memberships.find(({ store }) => store.id === chosen) ?? session.memberships[0];
  if (!membership) redirect(session.user.isOperator ? "/ops" : "/sign-in?why=no_store");
  const { user } = session;
  return {
    ...membership,
    user,
    caller: (livemode) => ({
      storeId: membership.store.id,
      accountId: membership.account.id,
      livemode,
      actor: `user:${user.id}`,
      userId: user.id,
      role: membership.role,
    }),
  };
}

/** For pages of who runs the service. To everyone else they do not exist. */
export async function currentOperator(): Promise<SessionFacts["user"]> {
  const session = await currentSession();
  if (!session) redirect("/sign-in");
  if (!session.user.isOperator) notFound();
  return session.user;
}
