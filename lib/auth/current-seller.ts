import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { openedForField } from "@/lib/domain/opened-for";
import { say } from "@/lib/domain/refusal";
import { isLocalSite } from "@/lib/domain/sites";
import { systemWorld } from "@/lib/services/desk/system-world";
import { NotAllowed, type Seller } from "@/lib/services/people/accounts/permit";
import type { Membership, SessionFacts } from "@/lib/services/people/accounts/sessions";
import { fieldOf } from "./form-fields";
import { serverCookie } from "./sealed-cookie";
import { currentSession } from "./session";
import { localPath } from "./sign-in-steps";
import { storeDraft } from "./stored-draft";

const rememberedSeconds = 400 * 24 * 60 * 60;

/** The signed-in person and the store they are looking at. */
export interface CurrentSeller extends Membership {
  user: SessionFacts["user"];
  /** All stores they may see, including this one. */
  memberships: Membership[];
  /** The same person as the caller of a verb, in one mode. */
  caller(livemode: boolean): Seller;
}

/** A person who is signed in, with or without a store. */
export interface CurrentPerson {
  sessionId: string;
  user: SessionFacts["user"];
  seller: CurrentSeller | null;
}

/** For pages and actions of sellers: redirects everyone else. A sent form is stored as a draft. */
export async function currentSeller(sent?: FormData): Promise<CurrentSeller> {
  const { seller, user } = await (sent ? currentPerson(sent) : readerOfPage());
  if (!seller) redirect(user.isOperator ? "/ops" : "/sign-in?why=no_store");
  return seller;
}

/** One object a page, so that what is read for this seller is read once for the page and its title. */
const readerOfPage = cache(() => currentPerson());

/** For pages about oneself: anyone who is signed in. */
export async function currentPerson(sent?: FormData): Promise<CurrentPerson> {
  const session = await currentSession();
  if (!session) redirect(await signInFirst(sent));
  const { id: sessionId, user } = session;
  return { sessionId, user, seller: await chosenSeller(session) };
}

/** The sign-in page, then the requested page: mails link to pages, and a session may end while a form is open. */
async function signInFirst(sent?: FormData): Promise<string> {
  const draft = sent ? await storeDraft(sent) : null;
  // The page must open again in the same store.
  if (draft && draft.storeId !== null) await chooseStore(draft.storeId);
  const request = await headers();
  const lost = !draft && (sent !== undefined || carriesForm(request));
  const path = request.get("x-pathname");
  const next = localPath(`${path}${request.get("x-search") ?? ""}`) ?? localPath(path);
  const query = [
    ...(next && next !== "/dashboard" ? [`next=${encodeURIComponent(next).replaceAll("%2F", "/")}`] : []),
    ...(lost ? ["why=not_saved"] : []),
  ];
  return query.length === 0 ? "/sign-in" : `/sign-in?${query.join("&")}`;
}

/** The seller whom a route answers, or who looks at a page that is also for others; null for others. */
export async function visitingSeller(): Promise<CurrentSeller | null> {
  const session = await currentSession();
  return session && chosenSeller(session);
}

/** Whether a button or a form was sent, with scripts or without: else only a page was asked for. */
function carriesForm(request: Headers): boolean {
  const type = request.get("content-type") ?? "";
  return (
    request.has("next-action") || /^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(type)
  );
}

/** With several stores: the one chosen before if they still have access, else the first. */
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
  const { store, account, role, onlyStores } = membership;
  const limit = onlyStores ? { onlyStores } : {};
  const facts = { storeId: store.id, accountId: account.id, role, ...limit };
  return {
    ...membership,
    ...{ user, memberships },
    caller: (livemode) => ({ ...facts, livemode, actor: `user:${user.id}`, userId: user.id }),
  };
}

/** Stores which store to show. Every request checks that they have access to it. */
export async function chooseStore(storeId: number): Promise<void> {
  const { name, options } = serverCookie("store");
  (await cookies()).set(name, String(storeId), { ...options, maxAge: rememberedSeconds });
}

/** For operator pages. For everyone else they do not exist. */
export async function currentOperator(sent?: FormData): Promise<SessionFacts["user"]> {
  const session = await currentSession();
  if (!session) redirect(await signInFirst(sent));
  if (!session.user.isOperator) notFound();
  // On a local machine this is a trial; anywhere else this area needs more than a password.
  if (!session.user.hasTwoStep && !isLocalSite(systemWorld().config.siteUrl))
    redirect("/dashboard/account/two-step");
  return session.user;
}

/** The seller at the store for which the form was opened, even if another tab has changed the store; null if not theirs. */
export function openedBy(seller: CurrentSeller, form: FormData): CurrentSeller | null {
  const sent = fieldOf(form, openedForField);
  if (sent === String(seller.store.id)) return seller;
  const membership = seller.memberships.find(({ store }) => String(store.id) === sent);
  return membership ? sellerAt(membership, seller) : null;
}

/**
 * The same; and that store becomes the current one, so that the next page shows where the action happened. Throws
 * NotAllowed for a form without a store, or with a store that is not theirs.
 */
export async function sellerOfForm(seller: CurrentSeller, form: FormData): Promise<CurrentSeller> {
  const opened = openedBy(seller, form);
  if (!opened) throw new NotAllowed(say("other_store"));
  if (opened !== seller) await chooseStore(opened.store.id);
  return opened;
}
