import { headers } from "next/headers";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { FlashNotice } from "@/app/_forms/flash-notice";
import { OpenedPage } from "@/app/_forms/opened-page";
import type { Search } from "@/app/_lists/filters";
import { signOutAction } from "@/app/(auth)/actions";
import { serviceName } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { TextLink } from "@/components/dashboard/pieces";
import { Shell } from "@/components/dashboard/shell";
import type { Crumb, NavGroup, NavItem } from "@/components/dashboard/shell-types";
import { EmptyState, Notice, PageHeader, type PageHeaderProps } from "@/components/ui/blocks";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { demoEnd, demoPassword } from "@/lib/domain/public-demo";
import { type Action, mayDo, mayRead, refusalFor } from "@/lib/domain/roles";
import { readActContact, readUsed } from "@/lib/services/catalog/stores/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { playMoneyOf } from "@/lib/services/money/rails";
import { hasWallet } from "@/lib/services/money/wallet/read";
import { moment } from "@/lib/text/dates";
import { problemText } from "@/lib/text/problem";
import { switchStoreAction } from "./account/actions";
import { chooseLanguageAction } from "./language-action";
import { bulkAction } from "./list-actions";
import { accountPath } from "./paths";
import { beginningsOf } from "./search/commands";
import {
  always,
  following,
  goes,
  groupOf,
  readableOf,
  type Section,
  type ShownFor,
  sections,
  shownTo,
  titleOf,
} from "./sections";
import { SettingsTabs } from "./settings/tabs";
import { type AtStore, atStore, copyLabels, wordsFor } from "./words";

export interface SellerPageProps extends Partial<PageHeaderProps> {
  seller: CurrentSeller;
  section: Section;
  /** Below the section: the name of the one thing this page is about. */
  here?: string;
  /** Shows the yellow bar, with the way back to live data where the page has any. */
  test?: { liveHref?: string } | null;
  /** What was looked for, on the page of results. */
  typed?: string | undefined;
  /** Below `/dashboard/`: the page whose form keeps what is typed. */
  keeps?: string;
  children: ReactNode;
}

/** The frame of a seller's page: navigation, the mode bar, what was just done, what is wrong with the store. */
export async function SellerPage(props: SellerPageProps) {
  const { seller, section, here, test, typed, keeps = null, title, children, ...header } = props;
  const words = wordsFor(seller);
  // The tabs of settings lead back already.
  const href = section === "settings" ? {} : { href: sections[section].href };
  const at = { ...href, label: words.text(sections[section].key) };
  const crumbs: Crumb[] = here ? [at, { label: here }] : [{ label: at.label }];
  const path = (await headers()).get("x-pathname") ?? "";
  const world = systemWorld();
  const shown = { role: seller.role, wallet: await hasWallet(world, seller.store.id) };
  const isDeveloper = groupOf(section)?.label === "developers";
  return (
    <Shell
      words={words}
      chooseLanguage={{ action: chooseLanguageAction, back: path }}
      search={{ href: sections.search.href, typed }}
      begin={beginningsOf(seller.role, words).map(({ title, href }) => ({ label: title, href }))}
      serviceName={serviceName()}
      stores={storesOf(seller)}
      switchStore={switchStoreAction}
      nav={navFor(section, shown, words, await readUsed(world, seller.caller(true)))}
      crumbs={isDeveloper ? [{ label: words.text("developers") }, ...crumbs] : crumbs}
      person={{ ...seller.user, account: accountPath }}
      signOut={signOutAction}
      testMode={test ?? null}
      isPlay={playMoneyOf(world.rails, seller.store.id) !== null}
      demo={world.config.publicDemo ? demoLine(seller.store, words) : null}
      zone={seller.store.timeZone}
      follows={following.has(section) ? seller.store.id : undefined}
    >
      <OperatorNotice store={seller.store} words={words} />
      <OpenedPage userId={seller.user.id} store={seller.store} words={words} keeps={keeps}>
        <FlashNotice undo={bulkAction} labels={copyLabels(words)} />
        {section === "settings" ? <SettingsTabs at={path} words={words} /> : null}
        {title === undefined ? null : (
          <PageHeader title={title} purpose={header.purpose} actions={header.actions} />
        )}
        {children}
      </OpenedPage>
    </Shell>
  );
}

function demoLine(store: CurrentSeller["store"], words: DashboardWords): string {
  const time = moment({ lang: words.lang, timeZone: store.timeZone }, demoEnd(store));
  return words.text("demoBar", { time, password: demoPassword });
}

/** The operator's action on the store, its reason, and whom to ask: on every page, because something has stopped. */
async function OperatorNotice({ store, words }: { store: CurrentSeller["store"]; words: DashboardWords }) {
  const isSuspended = store.status === "suspended";
  if (!isSuspended && store.developerAccessBlockedAt === null) return null;
  const reason = isSuspended ? store.suspendedReason : store.developerAccessReason;
  const act = isSuspended ? "store.suspended" : "store.developer_access_blocked";
  const contact = await readActContact(systemWorld(), store.id, act);
  return (
    <div className="mb-6">
      <Notice
        tone={isSuspended ? "bad" : "warn"}
        title={words.text(isSuspended ? "suspended" : "gateBlocked")}
      >
        <p>{words.text(isSuspended ? "suspendedMeans" : "gateBlockedWhy")}</p>
        {reason ? (
          <p className="mt-1">{words.rich("suspendedWhy", { reason: <bdi>{reason}</bdi> })}</p>
        ) : null}
        <p className="mt-1">
          {contact
            ? words.rich("suspendedAsk", {
                contact: <TextLink href={`mailto:${contact}`}>{contact}</TextLink>,
              })
            : words.text("suspendedAskService", { service: serviceName() })}
        </p>
      </Notice>
    </div>
  );
}

/** Adds the account's name where two stores have the same name. */
function storesOf({ store: shown, memberships }: CurrentSeller) {
  return memberships.map(({ store, account }) => ({
    id: store.id,
    name: store.name,
    account: account.name === store.name ? null : account.name,
    current: store.id === shown.id,
  }));
}

function navFor(section: Section, shown: ShownFor, words: DashboardWords, used: Set<string>): NavGroup[] {
  const isUp = (name: Section) =>
    always.includes(name) || used.has(name) || (name === "own" && !shown.wallet);
  const up: NavGroup[] = [];
  const more: NavItem[] = [];
  for (const { label, names } of shownTo(shown)) {
    const isUsed = label !== null && used.has(label);
    const items: (NavItem & { isUp: boolean })[] = names.map((name) => ({
      ...{ href: sections[name].href, label: words.text(sections[name].key) },
      ...{ current: name === section, go: goes[name], isUp: isUsed || isUp(name) },
    }));
    if (label === "developers")
      items.push({ href: "/docs", label: words.text("docs"), current: false, isUp: isUsed });
    more.push(...items.filter((item) => !item.isUp));
    up.push({ label: label && words.loose(label, {}), items: items.filter((item) => item.isUp) });
  }
  const all = [...up, { label: words.text("menuMore"), items: more, isFolded: true }];
  return all.filter(({ items }) => items.length > 0);
}

type Props = { params?: Promise<{ id?: string }>; searchParams?: Promise<Search> };
/** What the address of a page says; `id` is empty where it names no thing. */
interface Address {
  id: string;
  search: Search;
}

/** A page of the dashboard. Of a section that not every role reads, others see why not; the verbs check the role too. */
export function sellerPage(
  section: Section,
  draw: (who: AtStore & { section: Section }, at: Address) => ReactNode | Promise<ReactNode>,
) {
  return async function SellersPage({ params, searchParams }: Props = {}): Promise<ReactNode> {
    const who = { ...atStore(await currentSeller()), section };
    const what = readableOf(section);
    if (!(await isThere(who, section))) notFound();
    if (what === null || mayRead(who.seller.role, what))
      return draw(who, { id: (await params)?.id ?? "", search: (await searchParams) ?? {} });
    return (
      <SellerPage {...who}>
        <NotShown title={titleOf(section, who.words)} words={who.words} />
      </SellerPage>
    );
  };
}

/** Whether the store has this section at all. */
export async function isThere({ world, seller }: AtStore, section: Section): Promise<boolean> {
  return section !== "wallet" || hasWallet(world, seller.store.id);
}

/** In place of a page that somebody's role does not show. */
export function NotShown({ title, words }: { title: string; words: DashboardWords }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState sentence={words.text("roleNotShown")} />
    </>
  );
}

/**
 * Content for the roles that may use it. Others do not see it, or with `aloud` read who may, on a page about
 * nothing else. The verb behind it checks the role too.
 */
export function Allowed(props: { seller: CurrentSeller; act: Action; aloud?: boolean; children: ReactNode }) {
  const { seller, act, aloud = false, children } = props;
  if (mayDo(seller, act)) return children;
  if (!aloud) return null;
  const why = problemText(wordsFor(seller).lang, refusalFor(act));
  return <p className="border-t border-rule py-4 text-ink-2">{why}</p>;
}
