import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { isLocalSite } from "@/lib/domain/local-site";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { Membership, SessionFacts } from "@/lib/services/people/accounts/read-session";
import type { Seller } from "@/lib/services/people/accounts/seller";
import { serverCookie } from "./server-cookie";
import { currentSession } from "./session";
import { localPath } from "./sign-in-steps";
import { storeDraft } from "./stored-draft";

const rememberedSeconds = 400 * 24 * 60 * 60;

/** The signed-in person and the store they are looking at. */
export interface CurrentSeller extends Membership {
  user: SessionFacts["user"];
  /** Everything they may look at, this store among it. */
  memberships: Membership[];
  /** The same person as verbs take them, in one mode. */
  caller(livemode: boolean): Seller;
}

/** Somebody who is signed in, whether or not they have a store. */
export interface CurrentPerson {
  sessionId: string;
  user: SessionFacts["user"];
  seller: CurrentSeller | null;
}

/** For pages and actions of sellers: sends everyone else away. What they sent, if anything, waits for them. */
export async function currentSeller(sent?: FormData): Promise<CurrentSeller> {
  const { seller, user } = await currentPerson(sent);
  if (!seller) redirect(user.isOperator ? "/ops" : "/sign-in?why=no_store");
  return seller;
}

/** For pages about oneself: whoever is signed in. */
export async function currentPerson(sent?: FormData): Promise<CurrentPerson> {
  const session = await currentSession();
  if (!session) redirect(await signInFirst(sent));
  const { id: sessionId, user } = session;
  return { sessionId, user, seller: await chosenSeller(session) };
}

/** Where to sign in, and on to the page that was asked for: a mail links to one, and a session may end under a form. */
async function signInFirst(sent?: FormData): Promise<string> {
  const storeId = sent ? await storeDraft(sent) : null;
  // The page opens again in the store that it was open in.
  if (storeId !== null) await chooseStore(storeId);
  const request = await headers();
  const path = request.get("x-pathname");
  const next = localPath(`${path}${request.get("x-search") ?? ""}`) ?? localPath(path);
  if (!next || next === "/dashboard") return "/sign-in";
  return `/sign-in?next=${encodeURIComponent(next).replaceAll("%2F", "/")}`;
}

/** Several stores: the one chosen before, while it is still theirs, else the first. */
async function chosenSeller({ user, memberships }: SessionFacts): Promise<CurrentSeller | null> {
  const chosen = Number((await cookies()).get(serverCookie("store").name)?.value);
  const membership = memberships.find(({ store }) => store.id === chosen) ?? memberships[0];
  return membership ? sellerAt(membership, { user, memberships }) : null;
}

/** One person at one of their stores. */
export function sellerAt(
  membership: Membership,
  { user, memberships }: Pick<CurrentSeller, "user" | "memberships">,
): CurrentSeller {
  const { store, account, role } = membership;
  const facts = { storeId: store.id, accountId: account.id, role };
  return {
    ...membership,
    ...{ user, memberships },
    caller: (livemode) => ({ ...facts, livemode, actor: `user:${user.id}`, userId: user.id }),
  };
}

/** Remembers which store to show. That it is theirs is checked with every request. */
export async function chooseStore(storeId: number): Promise<void> {
  const { name, options } = serverCookie("store");
  (await cookies()).set(name, String(storeId), { ...options, maxAge: rememberedSeconds });
}

/** For pages of who runs the service. To everyone else they do not exist. */
export async function currentOperator(sent?: FormData): Promise<SessionFacts["user"]> {
  const session = await currentSession();
  if (!session) redirect(await signInFirst(sent));
  if (!session.user.isOperator) notFound();
  // On a laptop somebody tries it out; anywhere else this area is worth more than a password.
  if (!session.user.hasTwoStep && !isLocalSite(systemWorld().config.siteUrl))
    redirect("/dashboard/account/two-step");
  return session.user;
}
