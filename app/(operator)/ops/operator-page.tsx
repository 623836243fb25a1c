import { headers } from "next/headers";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { FlashNotice } from "@/app/_forms/flash-notice";
import { OpenedPage } from "@/app/_forms/opened-page";
import { type Filters, type Search, spanOf } from "@/app/_lists/filters";
import { type List, openList } from "@/app/_lists/list";
import { ListPage } from "@/app/_lists/list-view";
import { signOutAction } from "@/app/(auth)/actions";
import { chooseLanguageAction } from "@/app/(seller)/dashboard/language-action";
import { accountPath } from "@/app/(seller)/dashboard/paths";
import { serviceName } from "@/app/service-name";
import { LanguageButtons } from "@/components/dashboard/language-buttons";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { NarrowMenu } from "@/components/dashboard/narrow-menu";
import { TextLink } from "@/components/dashboard/pieces";
import { wordsOfForms } from "@/components/dashboard/shell";
import { HelpLink } from "@/components/help";
import { Timestamp } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { currentOperator } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { type AtDesk, atDesk, operatorWords, storesPath, zoneOf } from "./desk";

/** What an operator looks at each day, then what is behind "More". */
const daily = {
  overview: { href: "/ops", key: "overview" },
  tasks: { href: "/ops/tasks", key: "opsTasks" },
  stores: { href: "/ops/stores", key: "opsStores" },
  payouts: { href: "/ops/payouts", key: "opsPayouts" },
  refunds: { href: "/ops/refunds", key: "opsRefunds" },
  disputes: { href: "/ops/disputes", key: "opsDisputes" },
  rails: { href: "/ops/rails", key: "opsRails" },
  health: { href: "/ops/health", key: "opsHealth" },
} as const satisfies Sections;
const others = {
  payments: { href: "/ops/payments", key: "opsPayments" },
  people: { href: "/ops/people", key: "opsPeople" },
  messages: { href: "/ops/messages", key: "messages" },
  audit: { href: "/ops/audit", key: "opsAudit" },
  reconciliation: { href: "/ops/reconciliation", key: "opsReconciliation" },
  corrections: { href: "/ops/corrections", key: "opsCorrections" },
  revenue: { href: "/ops/revenue", key: "opsRevenue" },
  plans: { href: "/ops/plans", key: "opsPlans" },
  ussd: { href: "/ops/ussd", key: "opsUssd" },
  whatsapp: { href: "/ops/whatsapp", key: "opsWhatsapp" },
} as const satisfies Sections;
type Sections = Record<string, { href: string; key: DashboardKey }>;
export type OperatorSection = keyof typeof daily | keyof typeof others;

/** What has to do with wallets alone is not there where the operator offers none. */
const ofWallets: readonly string[] = ["payouts", "corrections"];

function shownOf(sections: Sections): Sections {
  if (systemWorld().config.wallets) return sections;
  return Object.fromEntries(Object.entries(sections).filter(([name]) => !ofWallets.includes(name)));
}

/** A page of this area: what `draw` makes, in the frame. */
export function operatorPage<Props = object>(
  section: OperatorSection,
  draw: (who: AtDesk, props: Props) => ReactNode | Promise<ReactNode>,
  follows?: "minute",
) {
  return async function Page(props?: Props) {
    const who = await atDesk();
    if (!who.world.config.wallets && ofWallets.includes(section)) notFound();
    // Safe: Next gives every page its address.
    const drawn = await draw(who, props as Props);
    return (
      <OperatorPage person={who.person} section={section} follows={follows}>
        {drawn}
      </OperatorPage>
    );
  };
}

export type OperatorList<Row, F extends Filters> = List<AtDesk, Row, F>;

/** Gives each list its own type, inferred from its definition. */
export function operatorList<Row, F extends Filters>(list: OperatorList<Row, F>): OperatorList<Row, F> {
  return list;
}

/** The page of a list in the operator's area. */
export function operatorListPage<Row, F extends Filters>(
  section: OperatorSection,
  list: OperatorList<Row, F>,
) {
  return operatorPage(
    section,
    async (who, { searchParams }: { searchParams: Promise<Search> }) => (
      <ListPage {...(await openList(list, who, await searchParams))} />
    ),
    "minute",
  );
}

/** What a list of things of stores is narrowed to: one of its views, a store where another page links with it, and days. */
export function viewed<View extends string>(
  who: AtDesk,
  { show, store, ...days }: { show: View; store: string } & Parameters<typeof spanOf>[1],
) {
  return { view: show, ...(store ? { storeId: Number(store) } : {}), ...spanOf(who, days) };
}

/** The frame of the operator's area. Its header is dark, so that nobody mistakes it for a store's. */
export async function OperatorPage(props: {
  person: { id: number; name: string; email: string; language: string; timeZone: string | null };
  section: OperatorSection;
  /** Once a minute while it is looked at: it is about all stores, so that no event of one tells it. */
  follows?: "minute" | undefined;
  children: ReactNode;
}) {
  const { person, section, follows, children } = props;
  const words = operatorWords(person);
  const path = (await headers()).get("x-pathname") ?? "";
  return (
    <div lang={words.lang} className="min-h-dvh">
      <a
        href="#content"
        className="sr-only bg-sheet p-3 focus:not-sr-only focus:absolute focus:start-2 focus:top-2 focus:z-10"
      >
        {words.text("skip")}
      </a>
      <Header person={person} section={section} words={words} back={path} />
      <main
        id="content"
        lang={words.lang}
        tabIndex={-1}
        data-follows={follows}
        {...wordsOfForms(words)}
        className="mx-auto outline-none max-w-[1180px] px-4 py-6 nav:px-8 nav:py-8"
      >
        <FlashNotice />
        <OpenedPage userId={person.id} store={null} words={words}>
          {children}
        </OpenedPage>
        <HelpLink
          path={path}
          words={words}
          spelled
          className="mt-8 inline-flex min-h-11 items-center text-ink-2 underline underline-offset-2 nav:hidden"
        />
        <p className="mt-4 text-label text-ink-2 nav:mt-12">
          {person.timeZone ? words.text("opsTimesOf", { zone: person.timeZone }) : words.text("opsTimesUtc")}{" "}
          <a className="underline underline-offset-2" href={`${accountPath}#timeZone`}>
            {words.text(person.timeZone ? "change" : "opsTimesSet")}
          </a>
        </p>
      </main>
    </div>
  );
}

interface HeaderProps {
  person: { name: string; email: string };
  section: OperatorSection;
  words: DashboardWords;
  back: string;
}

const lineLook =
  "flex min-h-11 items-center gap-1.5 justify-self-start whitespace-nowrap border-b-2 border-transparent outline-offset-[-2px] hover:underline hover:underline-offset-2 aria-[current]:border-[#fbfaf6] aria-[current]:font-semibold nav:min-h-9";

/** A menu on narrow screens, as in the frame of a store; one line of links on wide ones. */
function Header(props: HeaderProps) {
  const { section, words, back } = props;
  const here = Object.entries<Sections[string]>(others).find(([name]) => name === section)?.[1];
  const title = (
    <>
      <strong className="font-semibold">{serviceName()}</strong>{" "}
      <span className="font-normal">{words.text("operator")}</span>
    </>
  );
  return (
    <header className="border-b border-rule bg-[#1b1c19] text-[#fbfaf6]">
      <NarrowMenu title={title} words={words}>
        <nav aria-label={words.text("main")} className="grid px-4">
          <SectionLinks of={shownOf({ ...daily, ...others })} section={section} words={words} />
        </nav>
        <div className="grid gap-2 px-4 pt-2 pb-4">
          <Account {...props} />
          <LanguageButtons words={words} action={chooseLanguageAction} back={back} />
        </div>
      </NarrowMenu>
      <div className="hidden mx-auto max-w-[1180px] px-8 pt-3 nav:block">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p>{title}</p>
          <LanguageButtons words={words} action={chooseLanguageAction} back={back} className="nav:ms-auto" />
          <HelpLink path={back} words={words} className="rounded-sm border border-field px-3 py-1" />
          <Account {...props} />
        </div>
        <nav aria-label={words.text("main")} className="mt-1 flex gap-x-5">
          <SectionLinks of={shownOf(daily)} section={section} words={words} />
          <details className="relative ms-auto">
            <summary className={`${lineLook} cursor-pointer`} aria-current={here ? "page" : undefined}>
              {here ? words.loose(here.key, {}) : words.text("moreSections")}
              <span aria-hidden="true">▾</span>
            </summary>
            <div className="absolute end-0 z-20 grid min-w-52 border border-rule bg-[#1b1c19] px-4 py-2">
              <SectionLinks of={shownOf(others)} section={section} words={words} />
            </div>
          </details>
        </nav>
      </div>
    </header>
  );
}

function Account({ person, words }: HeaderProps) {
  return (
    <form action={signOutAction} className="flex items-center justify-between gap-3">
      <a
        className="min-w-0 truncate py-1 text-label underline underline-offset-2"
        href="/dashboard/account"
        title={person.email}
      >
        <bdi>{person.name}</bdi>
      </a>
      <Button className="shrink-0 whitespace-nowrap">{words.text("signOut")}</Button>
    </form>
  );
}

function SectionLinks(props: { of: Sections; section: OperatorSection; words: DashboardWords }) {
  const { of, section, words } = props;
  return Object.entries(of).map(([name, { href, key }]) => (
    <a key={name} href={href} aria-current={name === section ? "page" : undefined} className={lineLook}>
      {words.loose(key, {})}
    </a>
  ));
}

/** A moment on the clock of the operator who reads the page. */
export async function OperatorTime({ at }: { at: Date }) {
  const person = await currentOperator();
  return <Timestamp at={at} timeZone={zoneOf(person)} locale={operatorWords(person).locale} />;
}

export function StoreLink({ store }: { store: { id: number; name: string } }) {
  return (
    <TextLink href={`${storesPath}/${store.id}`}>
      <bdi>{store.name}</bdi>
    </TextLink>
  );
}
